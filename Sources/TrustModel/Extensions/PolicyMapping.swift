/// One pair of a certificate's policy mappings (RFC 5280 section 4.2.1.5).
package struct PolicyMapping: Sendable, Hashable {
    /// The policy as the issuer knows it.
    package let issuerDomainPolicy: OID
    /// The policy of the subject's that counts as the same.
    package let subjectDomainPolicy: OID

    /// Takes the pair.
    package init(issuerDomainPolicy: OID, subjectDomainPolicy: OID) {
        self.issuerDomainPolicy = issuerDomainPolicy
        self.subjectDomainPolicy = subjectDomainPolicy
    }

    /// Whether it is from or to `anyPolicy`, which RFC 5280 section 6.1.4 (a) forbids.
    package var isOfAnyPolicy: Bool { issuerDomainPolicy == .anyPolicy || subjectDomainPolicy == .anyPolicy }
}
