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

/// A policy mapping (RFC 5280 section 4.2.1.5).
package struct PolicyMapping: Sendable, Hashable {
    /// The policy in the issuer's domain.
    package let issuerDomainPolicy: OID
    /// The equivalent policy in the subject's domain.
    package let subjectDomainPolicy: OID

    /// Creates a mapping.
    package init(issuerDomainPolicy: OID, subjectDomainPolicy: OID) {
        self.issuerDomainPolicy = issuerDomainPolicy
        self.subjectDomainPolicy = subjectDomainPolicy
    }

    /// Whether the mapping is from or to `anyPolicy`, which RFC 5280 section 6.1.4 (a) forbids.
    package var isOfAnyPolicy: Bool { issuerDomainPolicy == .anyPolicy || subjectDomainPolicy == .anyPolicy }
}
