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

    /// How a name breaks a constraint; nil where it breaks none.
    ///
    /// A malformed name or constraint breaks every constraint of its kind: nobody can tell where it belongs.
    func violation(by name: NameReach) -> NameConstraintViolation? {
        let kind = name.kind
        guard permitted.has(kind) || excluded.has(kind) else { return nil }
        if case .malformed = name { return .malformedName }
        if permitted.malformed.contains(kind) || excluded.malformed.contains(kind) { return .malformedConstraint }
        if permitted.has(kind), permitted.place(holding: name) == nil { return .notPermitted }
        return excluded.place(touching: name).map { .excluded(place: $0) }
    }
}

/// How a name breaks the constraints of a CA.
enum NameConstraintViolation: Equatable {
    /// The name does not follow the syntax of its kind.
    case malformedName
    /// A constraint of the name's kind does not follow its syntax.
    case malformedConstraint
    /// None of the permitted subtrees of the name's kind holds it.
    case notPermitted
    /// The excluded subtree at a place holds it, or some name that it stands for as a wildcard.
    case excluded(place: Int)
}
