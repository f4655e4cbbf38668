import TrustModel

/// The finding about a name that violates a name constraint of a CA closer to the anchor.
struct NameConstraintReport {
    /// The maximum number of subtrees in a message.
    private static let maximumListed = 10

    let name: GeneralName
    /// The position of the certificate with the name.
    let depth: Int
    let violation: NameConstraintViolation
    let authority: (depth: Int, facts: CertificateFacts)

    func finding(_ context: PathContext) -> Finding {
        Finding(
            .constraintName,
            depth: depth,
            message: "The \(name.labeled) of \(context.name(at: depth)) \(clause).",
            facts: [
                Fact("name", name.abbreviated), Fact("nameKind", name.kindName), Fact("constraint", constraint),
                Fact("subtrees", subtrees.prefix(Self.maximumListed).map(\.subtree)),
                Fact("authority", authority.facts.displayName), Fact("authorityDepth", authority.depth),
                Fact("names", Self.alternativeNames(of: context, at: depth)),
            ]
        )
    }

    private var clause: String {
        let authority = authority.facts.displayName
        switch violation {
        case .malformedName where isURIWithoutHost:
            return "has no fully qualified host name, and cannot be compared with the name constraints of \(authority)"
        case .malformedName:
            return "is malformed and cannot be compared with the name constraints of \(authority)"
        case .malformedConstraint:
            return "cannot be compared with the name constraints of \(authority): one of the constraints is malformed"
        case .unsupportedKind:
            return "is of a kind that cannot be compared with the name constraints of \(authority)"
        case .unsupportedDistance:
            return
                "cannot be compared with the name constraints of \(authority): one of the constraints has a minimum or "
                + "a maximum"
        case .notPermitted:
            let more = subtrees.count > Self.maximumListed ? ", …" : ""
            let listed =
                subtrees.prefix(Self.maximumListed).map { VisibleText.quoted($0.subtree) }.joined(separator: ", ")
                + more
            return "is not permitted by \(authority), which permits only \(listed)"
        case .excluded:
            let subtree = subtrees.first.map { " " + VisibleText.quoted($0.subtree) } ?? ""
            let relation = isWildcard ? "matches names in the subtree" : "is in the subtree"
            return "\(relation)\(subtree), which \(authority) excludes"
        }
    }

    /// Whether the name is a well-formed URI to which name constraints cannot apply, such as `urn:`, an address or a single label.
    private var isURIWithoutHost: Bool {
        guard case .uri(let uri) = name else { return false }
        return NameSyntax.isURI(uri) || NameSyntax.registeredHost(of: uri) != nil
    }

    private var isWildcard: Bool {
        if case .dns(let name) = name { name.hasPrefix("*.") } else { false }
    }

    private var constraint: String {
        switch violation {
        case .malformedName: "any"
        case .malformedConstraint: "malformed"
        case .unsupportedKind, .unsupportedDistance: "unsupported"
        case .notPermitted: "permitted"
        case .excluded: "excluded"
        }
    }

    /// The permitted subtrees of the name's kind, or the violated excluded subtree.
    ///
    /// The number of permitted subtrees exceeds ``maximumListed`` by at most one.
    private var subtrees: [GeneralName] {
        guard let constraints = authority.facts.extensions.nameConstraints else { return [] }
        switch violation {
        case .malformedName, .malformedConstraint, .unsupportedKind, .unsupportedDistance: return []
        case .notPermitted:
            let ofKind = constraints.permitted.lazy.filter { $0.isOfSameKind(as: name) }
            return Array(ofKind.prefix(Self.maximumListed + 1))
        case .excluded(let place):
            return constraints.excluded.indices.contains(place) ? [constraints.excluded[place]] : []
        }
    }

    private static func alternativeNames(of context: PathContext, at depth: Int) -> [String] {
        let names = context.path.certificates[depth].facts.extensions.subjectAlternativeNames ?? []
        return names.prefix(20).compactMap { $0.undecoded == nil ? $0.abbreviated : nil }
    }
}
