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
    /// The keys that are known to have made the signature; nil if they are not recorded.
    package let verifiedKeys: (any SignatureRecord)?
    /// An object that measures the memory of the list and is released with it; nil without a measurement.
    private let charge: (any AnyObject & Sendable)?

    /// Creates a CRL from its parsed parts.
    package convenience init(
        der: [UInt8],
        facts: CertificateRevocationListFacts,
        signedPart: SignedPart,
        verifiedKeys: (any SignatureRecord)? = nil
    ) {
        self.init(der: der, facts: facts, signedPart: signedPart, verifiedKeys: verifiedKeys, charge: nil)
    }

    private init(
        der: [UInt8],
        facts: CertificateRevocationListFacts,
        signedPart: SignedPart,
        verifiedKeys: (any SignatureRecord)?,
        charge: (any AnyObject & Sendable)?
    ) {
        self.verifiedKeys = verifiedKeys
        self.charge = charge
        self.der = der
        self.facts = facts
        self.signedPart = signedPart
    }

    /// Returns the same list, which keeps an object until it is released itself.
    package func charged(to charge: any AnyObject & Sendable) -> CertificateRevocationList {
        CertificateRevocationList(
            der: der,
            facts: facts,
            signedPart: signedPart,
            verifiedKeys: verifiedKeys,
            charge: charge
        )
    }
}
