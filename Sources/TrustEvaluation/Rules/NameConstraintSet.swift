import TrustModel

/// The subtrees of one authority that are compared here, read once for all names below it.
struct NameConstraintSet {
    /// The subtrees of one kind.
    private struct Group {
        var permitted: [NameSubtree] = []
        var excluded: [NameSubtree] = []
        var isMalformed = false
    }

    private var groups: [NameSubtree.Kind: Group] = [:]

    /// Reads an authority's constraints; nil where there are none that are compared here.
    init?(_ facts: CertificateFacts) {
        guard let constraints = facts.extensions.nameConstraints else { return nil }
        for base in constraints.permitted { add(base, to: \.permitted) }
        for base in constraints.excluded { add(base, to: \.excluded) }
        guard !groups.isEmpty else { return nil }
    }

    private mutating func add(_ base: GeneralName, to list: WritableKeyPath<Group, [NameSubtree]>) {
        guard let subtree = NameSubtree(base: base) else { return }
        groups[subtree.kind, default: Group()][keyPath: list].append(subtree)
        if subtree.isMalformed { groups[subtree.kind]?.isMalformed = true }
    }

    /// The first name that breaks a constraint, and how, a clause that goes on with the authority's name; nil for none.
    func broken(by names: [GeneralName]) -> (name: String, complaint: String)? {
        for name in names {
            guard let subtree = NameSubtree(name: name), let complaint = complaint(about: subtree) else { continue }
            return (name.abbreviated, complaint)
        }
        return nil
    }

    private func complaint(about name: NameSubtree) -> String? {
        guard let group = groups[name.kind] else { return nil }
        if group.isMalformed || name.isMalformed { return "cannot be compared with a name constraint of" }
        if !group.permitted.isEmpty, !group.permitted.contains(where: { $0.holds(name) }) {
            return "is not permitted by"
        }
        return group.excluded.contains { $0.touches(name) } ? "is or may be excluded by" : nil
    }
}

extension NameSubtree {
    fileprivate var isMalformed: Bool {
        if case .malformed = self { true } else { false }
    }
}
