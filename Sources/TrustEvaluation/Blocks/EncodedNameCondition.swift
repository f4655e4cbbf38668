package import TrustModel

/// Requires a name with exactly the given encoding, as the blocks of OneCRL do.
///
/// The issuer of a certificate signs both names, so that the holder of the certificate cannot encode them anew.
package struct EncodedNameCondition: CertificateCondition {
    /// The name that is compared.
    package enum Field: Sendable, Equatable {
        /// The name of the issuer, together with a serial number.
        case issuer(serialNumber: [UInt8])
        case subject
    }

    private let field: Field
    private let der: [UInt8]

    /// Creates a condition from the DER of a name; leading zeros of a serial number are ignored.
    package init(_ field: Field, der: [UInt8]) {
        self.field = field
        self.der = der
    }

    /// The serial number, or the name in hexadecimal.
    package var expected: String {
        switch field {
        case .issuer(let serialNumber): ConstraintText.excerpt(Hexadecimal.encode(serialNumber))
        case .subject: ConstraintText.excerpt(Hexadecimal.encode(der))
        }
    }

    /// Compares the octets.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        switch field {
        case .issuer(let serialNumber):
            let isEqual = facts.serialNumber[...].withoutLeadingZeros == serialNumber[...].withoutLeadingZeros
            return ConstraintMatch(isEqual && facts.issuer.der == der)
        case .subject: return ConstraintMatch(facts.subject.der == der)
        }
    }

    /// Returns the serial number, or the subject.
    package func found(in facts: CertificateFacts) -> String {
        switch field {
        case .issuer: ConstraintText.excerpt(Hexadecimal.encode(facts.serialNumber.prefix(64)))
        case .subject: ConstraintText.excerpt(facts.subject.description)
        }
    }

    /// The certificate with the serial number; subjects are not indexed.
    package var identities: [CertificateIdentity]? {
        guard case .issuer(let serialNumber) = field else { return nil }
        return [.issued(by: OctetKey(der[...]), serialNumber: OctetKey(serialNumber[...].withoutLeadingZeros))]
    }
}
