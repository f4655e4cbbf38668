package import TrustModel

/// Requires one of several serial numbers; serial numbers are unique only for one issuer.
package struct SerialNumberCondition: CertificateCondition {
    private let numbers: Set<OctetKey>
    /// The serial numbers in hexadecimal.
    package let expected: String

    /// Creates a condition from positive numbers, at least one; leading zeros are ignored.
    package init(_ numbers: [[UInt8]]) {
        self.numbers = Set(numbers.map { OctetKey($0[...].withoutLeadingZeros) })
        expected = ConstraintText.list(numbers.map(Hexadecimal.encode))
    }

    /// Compares the serial number; an empty or negative one has no form that all applications read in the same way.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard let first = facts.serialNumber.first, first < 0x80 else { return .uncertain }
        return ConstraintMatch(numbers.contains(OctetKey(facts.serialNumber[...].withoutLeadingZeros)))
    }

    /// Returns the serial number in hexadecimal.
    package func found(in facts: CertificateFacts) -> String {
        ConstraintText.excerpt(Hexadecimal.encode(facts.serialNumber.prefix(64)))
    }

    /// Returns the cost of hashing the serial number.
    package func cost(of facts: CertificateFacts) -> Int { 10 + facts.serialNumber.count }

    /// The serial numbers.
    package var identities: [CertificateIdentity]? { numbers.map(CertificateIdentity.serialNumber) }
}
