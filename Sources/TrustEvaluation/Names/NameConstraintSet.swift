import TrustModel

/// The name constraints of one CA.
struct NameConstraintSet: Sendable {
    private let permitted: NameSubtrees
    private let excluded: NameSubtrees
    /// The kinds of names with a subtree that has a minimum or a maximum.
    private let kindsWithDistances: Set<ComparableName.Kind>

    /// Prepares the name constraints of a CA; nil for a CA without name constraints.
    init?(_ facts: CertificateFacts) {
        guard let constraints = facts.extensions.nameConstraints else { return nil }
        permitted = NameSubtrees(constraints.permitted)
        excluded = NameSubtrees(constraints.excluded)
        kindsWithDistances = Set(constraints.basesWithDistances.map(ComparableName.Kind.init(ofBase:)))
    }

    /// How a name breaks a constraint; nil where it breaks none.
    ///
    /// A malformed name or constraint breaks every constraint of its kind: nobody can tell where it belongs. So does a
    /// constraint that cannot be applied, because of its kind or because of a minimum or maximum: RFC 5280 section 4.2.1.10
    /// demands to process it or to reject the certificate.
    func violation(by name: ComparableName) -> NameConstraintViolation? {
        let kind = name.kind
        guard permitted.has(kind) || excluded.has(kind) else { return nil }
        if case .uncompared = name { return .unsupportedKind }
        if kindsWithDistances.contains(kind) { return .unsupportedDistance }
        if case .malformed = name { return .malformedName }
        if permitted.malformed.contains(kind) || excluded.malformed.contains(kind) { return .malformedConstraint }
        if permitted.has(kind), permitted.place(holding: name) == nil { return .notPermitted }
        return excluded.place(touching: name).map { .excluded(place: $0) }
    }
}

/// The way in which a name breaks the constraints of a CA.
enum NameConstraintViolation: Equatable {
    /// The name does not follow the syntax of its kind.
    case malformedName
    /// A constraint of the name's kind does not follow its syntax.
    case malformedConstraint
    /// The CA constrains names of a kind that cannot be compared with constraints.
    case unsupportedKind
    /// A constraint of the name's kind has a minimum or a maximum.
    case unsupportedDistance
    /// None of the permitted subtrees of the name's kind holds it.
    case notPermitted
    /// The excluded subtree at a place holds it, or some name that it stands for as a wildcard.
    case excluded(place: Int)
}
