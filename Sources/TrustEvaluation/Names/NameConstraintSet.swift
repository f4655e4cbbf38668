import TrustModel

struct NameConstraintSet: Sendable {
    private let permitted: NameSubtrees
    private let excluded: NameSubtrees
    /// The kinds of names for which a subtree has a minimum or a maximum.
    private let kindsWithDistances: Set<ComparableName.Kind>

    init?(_ facts: CertificateFacts) {
        guard let constraints = facts.extensions.nameConstraints else { return nil }
        permitted = NameSubtrees(constraints.permitted)
        excluded = NameSubtrees(constraints.excluded)
        kindsWithDistances = Set(constraints.basesWithDistances.map(ComparableName.Kind.init(ofBase:)))
    }

    /// Returns how a name violates the constraints; nil if it does not.
    ///
    /// A malformed name violates every constraint of its kind. Every name violates a constraint of its kind that is
    /// malformed or unsupported, or has a minimum or a maximum. RFC 5280 section 4.2.1.10 requires that software
    /// processes a constraint or rejects the certificate.
    func violation(by name: ComparableName) -> NameConstraintViolation? {
        let kind = name.kind
        guard permitted.has(kind) || excluded.has(kind) else { return nil }
        if case .uncompared = name { return .unsupportedKind }
        if kindsWithDistances.contains(kind) { return .unsupportedDistance }
        if case .malformed = name { return .malformedName }
        if permitted.malformed.contains(kind) || excluded.malformed.contains(kind) { return .malformedConstraint }
        // A wildcard is permitted only if all of its hosts are, and excluded if one of them is.
        if permitted.has(kind), permitted.place(holding: name) == nil { return .notPermitted }
        return excluded.place(touching: name).map { .excluded(place: $0) }
    }
}

enum NameConstraintViolation: Equatable {
    case malformedName
    case malformedConstraint
    /// The CA constrains names of a kind that cannot be compared with constraints.
    case unsupportedKind
    /// A constraint of the name's kind has a minimum or a maximum.
    case unsupportedDistance
    /// No permitted subtree of the name's kind contains it.
    case notPermitted
    /// The excluded subtree at `place` contains the name, or a host that the wildcard name matches.
    case excluded(place: Int)
}
