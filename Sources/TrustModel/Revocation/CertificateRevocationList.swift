/// A parsed CRL: its bytes and what they say (RFC 5280 section 5).
///
/// Immutable and shared: those of a policy are parsed once and used by many evaluations.
package final class CertificateRevocationList: Sendable {
    /// The DER encoding, as received.
    package let der: [UInt8]
    /// What the bytes say.
    package let facts: CertificateRevocationListFacts
    /// Where the signature stands, and what it is over.
    package let signedPart: SignedPart

    /// Takes the parts as the parser made them.
    package init(der: [UInt8], facts: CertificateRevocationListFacts, signedPart: SignedPart) {
        self.der = der
        self.facts = facts
        self.signedPart = signedPart
    }
}
