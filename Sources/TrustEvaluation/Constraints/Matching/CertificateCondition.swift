package import TrustModel

/// One requirement on a certificate, from a key of a matcher.
package protocol CertificateCondition: Sendable {
    /// The requirement, for the fact `expected`; its length is bounded.
    var expected: String { get }

    /// Compares a certificate with the requirement.
    func match(_ facts: CertificateFacts) -> ConstraintMatch

    /// Describes the compared values of a certificate that does not meet the requirement; the length is bounded.
    func found(in facts: CertificateFacts) -> String

    /// Returns the cost of the comparison, in units of 10 nanoseconds (``WorkKind/names``).
    func cost(of facts: CertificateFacts) -> Int

    /// The identities of all certificates that can meet the requirement; nil if they are not listed.
    var identities: [CertificateIdentity]? { get }
}

extension CertificateCondition {
    /// The cost of comparing a few values.
    package func cost(of facts: CertificateFacts) -> Int { 10 }

    /// No list of certificates.
    package var identities: [CertificateIdentity]? { nil }
}

extension CertificateFacts {
    /// Whether an extension is malformed or occurs twice, so that its values are unknown.
    func isMalformed(_ type: OID) -> Bool {
        extensions.malformed.contains { $0.type == type }
    }
}
