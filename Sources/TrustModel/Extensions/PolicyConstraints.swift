/// The constraints on policies of certificates below a CA (RFC 5280 section 4.2.1.11).
package struct PolicyConstraints: Sendable, Hashable {
    /// The number of certificates below before an explicit policy is required; nil if none is required.
    package let requireExplicitPolicy: Int?
    /// The number of certificates below before policy mapping is forbidden; nil if it is always permitted.
    package let inhibitPolicyMapping: Int?

    /// Creates constraints from both numbers.
    package init(requireExplicitPolicy: Int?, inhibitPolicyMapping: Int?) {
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
    }
}
