/// What a parsed CRL says, as values (RFC 5280 section 5).
package struct CertificateRevocationListFacts: Sendable {
    /// What the list says of one certificate.
    package struct Entry: Sendable, Hashable {
        /// When the certificate was revoked.
        package let revocationDate: Instant
        /// Why; nil where the entry does not say, or gives a number that the standard does not know.
        package let reason: RevocationReason?

        /// Takes the parts as parsed.
        package init(revocationDate: Instant, reason: RevocationReason?) {
            self.revocationDate = revocationDate
            self.reason = reason
        }
    }

    /// Who signed the list.
    package var issuer: DistinguishedName
    /// When the list was made.
    package var thisUpdate: Instant
    /// By when the next one will be made; nil where the list does not say.
    package var nextUpdate: Instant?
    /// The algorithm with which the issuer signed.
    package var signatureAlgorithm: AlgorithmIdentifier
    /// Whether the algorithm inside the signed part equals the one outside.
    package var signatureAlgorithmsAgree: Bool
    /// The list's number; nil when absent.
    package var crlNumber: CRLNumber?
    /// Of a delta CRL, the number of the complete one that it goes on from (section 5.2.4); nil for complete CRLs.
    package var baseCRLNumber: CRLNumber?
    /// Which of the issuer's keys signed; nil when absent.
    package var authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// What the list covers; nil for everything that its issuer issued.
    package var issuingDistributionPoint: IssuingDistributionPoint?
    /// What is not encoded as conforming issuers do.
    package var formFaults: Set<CRLFormFault> = []
    /// Whether it is a complete list with an entry that removes a certificate, which only a delta may have (RFC 5280 section 5.3.1).
    package var removesFromComplete = false
    /// Critical extensions, of the list or of any entry, that are not understood: such a list must not be used.
    package var unknownCriticalExtensions: [OID]
    /// The certificates of the list's own issuer, by the content octets of their serial numbers.
    package var entries: [[UInt8]: Entry]
    /// The certificates of other issuers, which only an indirect CRL has.
    package var indirectEntries: [DistinguishedName: [[UInt8]: Entry]]

    /// Takes all parts as parsed.
    package init(
        issuer: DistinguishedName,
        thisUpdate: Instant,
        nextUpdate: Instant?,
        signatureAlgorithm: AlgorithmIdentifier,
        signatureAlgorithmsAgree: Bool = true,
        crlNumber: CRLNumber? = nil,
        baseCRLNumber: CRLNumber? = nil,
        authorityKeyIdentifier: AuthorityKeyIdentifier? = nil,
        issuingDistributionPoint: IssuingDistributionPoint? = nil,
        unknownCriticalExtensions: [OID] = [],
        entries: [[UInt8]: Entry] = [:],
        indirectEntries: [DistinguishedName: [[UInt8]: Entry]] = [:]
    ) {
        self.issuer = issuer
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.signatureAlgorithm = signatureAlgorithm
        self.signatureAlgorithmsAgree = signatureAlgorithmsAgree
        self.crlNumber = crlNumber
        self.baseCRLNumber = baseCRLNumber
        self.authorityKeyIdentifier = authorityKeyIdentifier
        self.issuingDistributionPoint = issuingDistributionPoint
        self.unknownCriticalExtensions = unknownCriticalExtensions
        self.entries = entries
        self.indirectEntries = indirectEntries
    }

    /// What the list says of a certificate; nil where it does not list it.
    package func entry(for certificate: CertificateFacts) -> Entry? {
        let isOwn = certificate.issuer == issuer
        return (isOwn ? entries : indirectEntries[certificate.issuer] ?? [:])[certificate.serialNumber]
    }
}
