import TrustModel

/// The constraints of one authority on the kinds of names that are compared here.
struct NameConstraintSet: Sendable {
    private let permitted: NameSubtrees
    private let excluded: NameSubtrees

    /// Reads an authority's constraints; nil where there are none that are compared here.
    init?(_ facts: CertificateFacts) {
        guard let constraints = facts.extensions.nameConstraints else { return nil }
        permitted = NameSubtrees(constraints.permitted)
        excluded = NameSubtrees(constraints.excluded)
        guard !permitted.isEmpty || !excluded.isEmpty else { return nil }
    }

    /// How a name breaks a constraint, a clause that goes on with the authority's name; nil where it breaks none.
    ///
    /// What is malformed breaks every constraint of its kind: nobody can say where it belongs.
    func complaint(about name: NameReach) -> String? {
        let kind = name.kind
        guard permitted.has(kind) || excluded.has(kind) else { return nil }
        if case .malformed = name { return "cannot be compared with a name constraint of" }
        if permitted.malformed.contains(kind) || excluded.malformed.contains(kind) {
            return "cannot be compared with a malformed name constraint of"
        }
        if permitted.has(kind), !permitted.hold(name) { return "is not permitted by" }
        return excluded.touch(name) ? "is or may be excluded by" : nil
    }
}
