/// A parsed CRL: its encoding and its fields (RFC 5280 section 5).
///
/// Instances are immutable and shared: a policy's CRLs are parsed once and used by many evaluations.
package final class CertificateRevocationList: Sendable {
    /// The DER encoding, as received.
    package let der: [UInt8]
    /// The parsed fields.
    package let facts: CertificateRevocationListFacts
    /// The ranges of the signature and the signed bytes in the DER.
    package let signedPart: SignedPart

    /// Creates a CRL from its parsed parts.
    package init(der: [UInt8], facts: CertificateRevocationListFacts, signedPart: SignedPart) {
        self.der = der
        self.facts = facts
        self.signedPart = signedPart
    }
}
