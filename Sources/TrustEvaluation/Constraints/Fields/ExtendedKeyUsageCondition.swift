package import TrustModel

/// Requires that the extended key usage includes several purposes, or has no others.
package struct ExtendedKeyUsageCondition: CertificateCondition {
    /// The relation between the certificate's purposes and those of the policy.
    package enum Relation: String, Sendable, CaseIterable {
        /// All purposes of the policy are in the certificate.
        case includes
        /// The extension is present, and all purposes of the certificate are in the policy.
        case only
    }

    private let relation: Relation
    private let purposes: Set<OID>
    /// The purposes by name.
    package let expected: String

    /// Creates a condition from purposes, at least one.
    package init(_ relation: Relation, _ purposes: [OID]) {
        self.relation = relation
        self.purposes = Set(purposes)
        let list = ConstraintText.list(purposes.map(ConstraintText.purpose))
        expected = relation == .only ? "only \(list)" : list
    }

    /// Compares the purposes.
    ///
    /// A missing extension and anyExtendedKeyUsage allow every purpose without naming it, so a purpose that is not named is
    /// then uncertain.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard !facts.isMalformed(.extendedKeyUsage) else { return .uncertain }
        let present = facts.extensions.extendedKeyUsage
        switch relation {
        case .includes:
            if purposes.isSubset(of: present ?? []) { return .met }
            return present?.contains(.anyExtendedKeyUsage) ?? true ? .uncertain : .unmet
        case .only:
            if let present, purposes.isSuperset(of: present) { return .met }
            return present?.contains(.anyExtendedKeyUsage) ?? true ? .uncertain : .unmet
        }
    }

    /// Lists the purposes of the certificate.
    package func found(in facts: CertificateFacts) -> String {
        guard !facts.isMalformed(.extendedKeyUsage) else { return "a malformed extension" }
        guard let present = facts.extensions.extendedKeyUsage else { return "no extended key usage" }
        return ConstraintText.list(firstOf: present.lazy.map(ConstraintText.purpose))
    }

    /// Returns the cost of hashing the purposes of the certificate and of the policy.
    package func cost(of facts: CertificateFacts) -> Int {
        10 + 5 * (purposes.count + (facts.extensions.extendedKeyUsage?.count ?? 0))
    }
}
