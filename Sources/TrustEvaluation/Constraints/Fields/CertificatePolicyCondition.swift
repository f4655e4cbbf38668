package import TrustModel

/// Requires that the extension certificatePolicies contains one of several policies.
///
/// This is a comparison with one certificate. Whether a policy is valid for the path is a question of `certificatePolicies`.
package struct CertificatePolicyCondition: CertificateCondition {
    private let policies: Set<OID>
    /// The policies as written.
    package let expected: String

    /// Creates a condition from policies, at least one.
    package init(_ policies: [OID]) {
        self.policies = Set(policies)
        expected = ConstraintText.list(policies.map(Self.text))
    }

    /// Compares the policies; `anyPolicy` can include the required ones, so it is uncertain unless it is required itself.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard !facts.isMalformed(.certificatePolicies) else { return .uncertain }
        let present = facts.extensions.certificatePolicies ?? []
        if present.contains(where: policies.contains) { return .met }
        return present.contains(.anyPolicy) ? .uncertain : .unmet
    }

    /// Lists the policies of the certificate.
    package func found(in facts: CertificateFacts) -> String {
        guard !facts.isMalformed(.certificatePolicies) else { return "a malformed extension" }
        return ConstraintText.list(firstOf: (facts.extensions.certificatePolicies ?? []).lazy.map(Self.text))
    }

    private static func text(_ policy: OID) -> String { policy == .anyPolicy ? "anyPolicy" : policy.description }
}
