/// The limits on fetched evidence.
package struct EvidenceBounds: Sendable, Hashable {
    /// The maximum memory of the stored CRLs and OCSP responses, in bytes.
    package var storeBytes: Int
    /// The maximum memory of the stored issuers, in bytes.
    package var issuerStoreBytes: Int
    /// The maximum memory of all fetched CRLs, in bytes: those stored, being read, and used by evaluations.
    ///
    /// By default, the longest CRL can be read while the store is full.
    package var listBytes: Int
    /// The maximum length of an OCSP response, in bytes; by default, for a signature and a responder of SLH-DSA.
    package var ocspBytes: Int
    /// The maximum length of a CRL, in bytes.
    package var crlBytes: Int
    /// The maximum length of the certificates of a missing issuer, in bytes.
    package var issuerBytes: Int
    /// The maximum number of requests at the same time, those that wait in the fetching process included.
    ///
    /// It must not be less than the number that the fetching process sends at the same time.
    package var fetches: Int
    /// The maximum number of requests that continue although no evaluation waits for them any longer.
    package var unattended: Int
    /// The maximum number of remembered failures, and of remembered responders.
    package var failures: Int
    /// The maximum number of issuers that are fetched at the same time; one client has half of the places.
    ///
    /// Anyone can name the location of an issuer in a certificate of their own, so most places remain for evidence.
    package var issuerFetches: Int
    /// The maximum number of pieces of evidence that are fetched again without any evaluation.
    package var followed: Int
    /// The time after which a silent location or method is not waited for alone, in milliseconds; in a short search, it is a
    /// third of the search.
    package var headStart: Int64

    /// Creates limits; the default memory is sufficient for the longest CRL.
    package init(
        storeBytes: Int = 256 << 20,
        issuerStoreBytes: Int = 16 << 20,
        listBytes: Int? = nil,
        ocspBytes: Int = 128 << 10,
        crlBytes: Int = 64 << 20,
        issuerBytes: Int = 64 << 10,
        fetches: Int = 1024,
        unattended: Int = 16,
        failures: Int = 4096,
        issuerFetches: Int = 16,
        followed: Int = 1024,
        headStart: Int64 = 500
    ) {
        self.storeBytes = storeBytes
        self.issuerStoreBytes = issuerStoreBytes
        self.issuerFetches = issuerFetches
        self.followed = followed
        self.headStart = headStart
        self.listBytes = listBytes ?? storeBytes + StoredEvidence.weight(ofListWithBytes: crlBytes)
        self.ocspBytes = ocspBytes
        self.crlBytes = crlBytes
        self.issuerBytes = issuerBytes
        self.fetches = fetches
        self.unattended = unattended
        self.failures = failures
    }
}
