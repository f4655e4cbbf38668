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

    /// The most important effect among the changes.
    var worst: DecisionChange.Effect { denied > 0 ? .denied : allowed > 0 ? .allowed : .other }

    mutating func add(_ effect: DecisionChange.Effect) {
        switch effect {
        case .denied: denied += 1
        case .allowed: allowed += 1
        case .other: other += 1
        }
    }

    mutating func add(_ counts: ChangeCounts) { self = self + counts }

    /// Returns the sums.
    package static func + (left: ChangeCounts, right: ChangeCounts) -> ChangeCounts {
        var sum = left
        sum.denied += right.denied
        sum.allowed += right.allowed
        sum.other += right.other
        return sum
    }
}

extension ChangeCounts: Comparable {
    /// Orders numbers by denied decisions, then by allowed ones, then by others.
    package static func < (left: ChangeCounts, right: ChangeCounts) -> Bool {
        (left.denied, left.allowed, left.other) < (right.denied, right.allowed, right.other)
    }
}

/// Changed decisions that have something in common, such as the host.
package struct ChangeGroup: Sendable {
    /// The maximum number of examples.
    static let maximumExamples = 5

    /// The numbers of changes.
    package private(set) var counts = ChangeCounts()
    private var first = FirstChanges<String>(maximum: maximumExamples)

    /// The identifiers of the first changed decisions, those that are denied before others.
    package var examples: [String] { first.elements }

    mutating func add(_ effect: DecisionChange.Effect, id: String) {
        counts.add(effect)
        first.add(id, effect)
    }

    mutating func add(_ group: ChangeGroup) {
        counts.add(group.counts)
        first.add(group.first)
    }
}

/// Changed decisions in groups, the number of which is bounded.
///
/// If there are too many, a group with denied decisions takes the place of one without, and a group with allowed ones that of one
/// with others only. The changes of a group that loses its place are counted as further ones.
package struct ChangeGroups<Key: Hashable & Comparable & Sendable>: Sendable {
    /// The maximum number of groups.
    package static var maximumCount: Int { 1000 }

    private var groups: [Key: ChangeGroup] = [:]
    /// The least important effect that a group may have; search for others is in vain.
    private var least = DecisionChange.Effect.other
    /// The changes that belong to none of the groups.
    package private(set) var further = ChangeCounts()

    /// Creates groups without changes.
    package init() {}

    /// The groups, those with the most denied decisions first, then those with the most allowed ones.
    package var sorted: [(key: Key, group: ChangeGroup)] {
        groups.sorted(by: Self.precedes).map { (key: $0.key, group: $0.value) }
    }

    private static func precedes(
        _ left: (key: Key, value: ChangeGroup),
        _ right: (key: Key, value: ChangeGroup)
    ) -> Bool {
        let (first, second) = (left.value.counts, right.value.counts)
        return first == second ? left.key < right.key : first > second
    }

    mutating func add(_ effect: DecisionChange.Effect, id: String, to key: Key) {
        guard hasPlace(for: key, effect) else { return further.add(effect) }
        groups[key, default: ChangeGroup()].add(effect, id: id)
    }

    mutating func add(_ other: ChangeGroups) {
        further.add(other.further)
        // The order decides which groups have a place, so it must not be that of a dictionary.
        for (key, group) in other.groups.sorted(by: { $0.key < $1.key }) {
            if hasPlace(for: key, group.counts.worst) {
                groups[key, default: ChangeGroup()].add(group)
            } else {
                further.add(group.counts)
            }
        }
    }

    /// Returns whether a group has a place, if need be that of a group with less important changes.
    private mutating func hasPlace(for key: Key, _ effect: DecisionChange.Effect) -> Bool {
        if groups[key] != nil || groups.count < Self.maximumCount { return true }
        // Groups only become more important, so that there are few searches.
        guard effect < least, let last = groups.max(by: Self.precedes) else { return false }
        least = last.value.counts.worst
        guard effect < least else { return false }
        groups[last.key] = nil
        further.add(last.value.counts)
        return true
    }
}
