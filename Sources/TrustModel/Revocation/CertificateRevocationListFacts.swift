/// The fields of a parsed CRL (RFC 5280 section 5).
package struct CertificateRevocationListFacts: Sendable {
    /// The entry of one certificate.
    package struct Entry: Sendable, Hashable {
        /// The revocation date.
        package let revocationDate: Instant
        /// The revocation reason; nil if absent or unknown to RFC 5280.
        package let reason: RevocationReason?

        /// Creates an entry from its parsed fields.
        package init(revocationDate: Instant, reason: RevocationReason?) {
            self.revocationDate = revocationDate
            self.reason = reason
        }
    }

    /// The issuer of the CRL.
    package var issuer: DistinguishedName
    /// The time of issue.
    package var thisUpdate: Instant
    /// The time at or before which the next CRL will be issued (nextUpdate); nil if absent.
    package var nextUpdate: Instant?
    /// The algorithm of the issuer's signature.
    package var signatureAlgorithm: AlgorithmIdentifier
    /// Whether the two signature algorithm fields are equal.
    package var signatureAlgorithmsAgree: Bool
    /// The CRL number; nil if absent.
    package var crlNumber: CRLNumber?
    /// The number of the complete CRL that a delta CRL updates (section 5.2.4); nil for complete CRLs.
    package var baseCRLNumber: CRLNumber?
    /// The identifier of the key that signed the CRL; nil if absent.
    package var authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// The scope of the CRL; nil if it covers all certificates of its issuer.
    package var issuingDistributionPoint: IssuingDistributionPoint?
    /// The locations of delta CRLs that update the CRL: the URIs of freshestCRL (section 5.2.6).
    package var deltaLocations: [String] = []
    /// The encoding defects that conforming issuers avoid.
    package var formFaults: Set<CRLFormFault> = []
    /// Whether a complete CRL has an entry with `removeFromCRL`, which only delta CRLs may have (section 5.3.1).
    package var removesFromComplete = false
    /// The unsupported critical extensions of the CRL and its entries; a CRL with such an extension must not be used.
    package var unknownCriticalExtensions: [OID]
    /// The revoked certificates of the CRL issuer; nil if there are none.
    package var entries: (any RevokedCertificates)?
    /// The revoked certificates of other issuers; only indirect CRLs have them.
    package var indirectEntries: [DistinguishedName: any RevokedCertificates] = [:]

    /// Creates facts from the parsed fields.
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
        unknownCriticalExtensions: [OID] = []
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
    }

    /// Returns the entry of a certificate; nil if the CRL does not list it.
    package func entry(for certificate: CertificateFacts) -> Entry? {
        let isOwn = certificate.issuer == issuer
        return (isOwn ? entries : indirectEntries[certificate.issuer])?.entry(of: certificate.serialNumber)
    }
}

/// The revoked certificates of one issuer in a CRL, by serial number.
///
/// A CRL can have a million entries, so a conforming type keeps the encoding and an index instead of a value for each
/// entry.
package protocol RevokedCertificates: Sendable {
    /// The number of certificates; a certificate that is listed twice is one.
    var count: Int { get }
    /// The content octets of the serial numbers, in no particular order.
    var serialNumbers: [[UInt8]] { get }

    /// Returns the entry of the certificate with a serial number, given as content octets; nil if it is not listed.
    func entry(of serialNumber: [UInt8]) -> CertificateRevocationListFacts.Entry?
}
