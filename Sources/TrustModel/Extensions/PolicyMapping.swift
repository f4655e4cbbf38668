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
