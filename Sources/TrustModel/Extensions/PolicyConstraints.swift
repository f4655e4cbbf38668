/// The constraints on policies of certificates below a CA (RFC 5280 section 4.2.1.11).
package struct PolicyConstraints: Sendable, Hashable {
    /// The number of further certificates in the path before an explicit policy is required; nil if never required.
    package let requireExplicitPolicy: Int?
    /// The number of further certificates in the path before policy mapping is forbidden; nil if never forbidden.
    package let inhibitPolicyMapping: Int?

    /// Creates constraints from both numbers.
    package init(requireExplicitPolicy: Int?, inhibitPolicyMapping: Int?) {
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
    }
}
