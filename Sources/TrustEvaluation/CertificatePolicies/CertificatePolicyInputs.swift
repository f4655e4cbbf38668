package import TrustModel

/// The inputs of certificate policy processing (RFC 5280 section 6.1.1 (c), (e), (f), (g)).
package struct CertificatePolicyInputs: Sendable, Hashable {
    /// The acceptable policies; `anyPolicy` for all.
    package var initialPolicySet: [OID]
    /// Whether the path must be valid for one of the acceptable policies (initial-explicit-policy).
    package var requireExplicitPolicy: Bool
    /// Whether policy mappings by CAs are prohibited (initial-policy-mapping-inhibit).
    package var inhibitPolicyMapping: Bool
    /// Whether `anyPolicy` in a certificate is ignored (initial-any-policy-inhibit).
    package var inhibitAnyPolicy: Bool

    /// The defaults of RFC 5280: any policy is acceptable, no policy is required, and nothing is inhibited.
    package init(
        initialPolicySet: [OID] = [.anyPolicy],
        requireExplicitPolicy: Bool = false,
        inhibitPolicyMapping: Bool = false,
        inhibitAnyPolicy: Bool = false
    ) {
        self.initialPolicySet = initialPolicySet
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
        self.inhibitAnyPolicy = inhibitAnyPolicy
    }
}
