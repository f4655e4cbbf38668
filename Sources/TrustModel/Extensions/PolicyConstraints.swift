/// What an authority says of the policies of certificates below it (RFC 5280 section 4.2.1.11).
package struct PolicyConstraints: Sendable, Hashable {
    /// How many certificates may stand below before a policy is required; nil where none is.
    package let requireExplicitPolicy: Int?
    /// How many certificates may stand below before no policy may be mapped; nil where they always may.
    package let inhibitPolicyMapping: Int?

    /// Takes both numbers.
    package init(requireExplicitPolicy: Int?, inhibitPolicyMapping: Int?) {
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
    }
}
