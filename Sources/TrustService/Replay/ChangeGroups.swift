/// The numbers of changed decisions by their effect on clients.
package struct ChangeCounts: Sendable, Hashable {
    /// Decisions that are no longer allowed.
    package var denied = 0
    /// Decisions that are allowed now.
    package var allowed = 0
    /// Decisions with other reasons, another principal, or another way of refusing.
    package var other = 0

    /// Creates numbers that are all 0.
    package init() {}

    /// The number of all changed decisions.
    package var total: Int { denied + allowed + other }

    mutating func add(_ effect: DecisionChange.Effect) {
        switch effect {
        case .denied: denied += 1
        case .allowed: allowed += 1
        case .other: other += 1
        }
    }

    mutating func add(_ counts: ChangeCounts) {
        denied += counts.denied
        allowed += counts.allowed
        other += counts.other
    }
}

/// Changed decisions that have something in common, such as the host.
package struct ChangeGroup: Sendable, Hashable {
    /// The maximum number of examples.
    static let maximumExamples = 5

    /// The numbers of changes.
    package internal(set) var counts = ChangeCounts()
    /// The identifiers of the first changed decisions.
    package internal(set) var examples: [String] = []

    mutating func add(_ effect: DecisionChange.Effect, id: String) {
        counts.add(effect)
        if examples.count < Self.maximumExamples { examples.append(id) }
    }

    mutating func add(_ group: ChangeGroup) {
        counts.add(group.counts)
        examples += group.examples.prefix(Self.maximumExamples - examples.count)
    }
}

/// Changed decisions in groups, the number of which is bounded.
package struct ChangeGroups<Key: Hashable & Comparable & Sendable>: Sendable {
    /// The maximum number of groups.
    package static var maximumCount: Int { 1000 }

    private var groups: [Key: ChangeGroup] = [:]
    /// The changes that belong to none of the first groups.
    package private(set) var further = ChangeCounts()

    /// Creates groups without changes.
    package init() {}

    /// The groups, those with the most changes first.
    package var sorted: [(key: Key, group: ChangeGroup)] {
        groups.map { (key: $0.key, group: $0.value) }.sorted { left, right in
            let (first, second) = (left.group.counts.total, right.group.counts.total)
            return first == second ? left.key < right.key : first > second
        }
    }

    mutating func add(_ effect: DecisionChange.Effect, id: String, to key: Key) {
        guard groups[key] != nil || groups.count < Self.maximumCount else { return further.add(effect) }
        groups[key, default: ChangeGroup()].add(effect, id: id)
    }

    mutating func add(_ other: ChangeGroups) {
        further.add(other.further)
        // The order decides which groups are the first ones, so it must not be that of a dictionary.
        for (key, group) in other.groups.sorted(by: { $0.key < $1.key }) {
            if groups[key] != nil || groups.count < Self.maximumCount {
                groups[key, default: ChangeGroup()].add(group)
            } else {
                further.add(group.counts)
            }
        }
    }
}
