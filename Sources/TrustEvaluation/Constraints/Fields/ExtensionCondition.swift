package import TrustModel

/// Requires that extensions are present, absent or critical.
package struct ExtensionCondition: CertificateCondition {
    /// The required state of all extensions in the list.
    package enum State: String, Sendable, CaseIterable {
        case present
        case absent
        /// Present and critical.
        case critical
    }

    private let state: State
    private let types: [OID]
    /// The extensions as written.
    package let expected: String

    /// Creates a condition from identifiers of extensions, at least one.
    package init(_ state: State, _ types: [OID]) {
        self.state = state
        self.types = types
        expected = "\(state.rawValue): " + ConstraintText.list(types.map(\.description))
    }

    /// Compares the list of extensions; the contents of the extensions have no effect.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        ConstraintMatch(violations(in: facts).isEmpty)
    }

    /// Lists the extensions that violate the condition.
    package func found(in facts: CertificateFacts) -> String {
        let list = ConstraintText.list(violations(in: facts).map(\.description))
        return switch state {
        case .present: "absent: \(list)"
        case .absent: "present: \(list)"
        case .critical: "absent or not critical: \(list)"
        }
    }

    /// Returns the cost of hashing the extensions of the certificate and of the policy.
    package func cost(of facts: CertificateFacts) -> Int { 10 + 5 * (types.count + facts.extensions.entries.count) }

    private func violations(in facts: CertificateFacts) -> [OID] {
        let entries = facts.extensions.entries.lazy.filter { state != .critical || $0.isCritical }
        let found = Set(entries.map(\.type))
        return types.filter { found.contains($0) == (state == .absent) }
    }
}
