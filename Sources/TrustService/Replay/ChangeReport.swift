package import TrustModel

/// The differences between many decisions and later ones on the same inquiries, in memory that their number does not affect.
///
/// Several threads can each create a report about a part of the decisions. The sum of the parts, in their order, is that of all.
package struct ChangeReport: Sendable {
    /// A reason that was added or removed.
    package struct ReasonChange: Sendable, Hashable, Comparable {
        /// The code and the severity.
        package let reason: DecisionOutcome.Reason
        /// Whether only the later decisions have the reason; else only the earlier ones have it.
        package let isAdded: Bool

        /// Orders changes by their reasons, and additions before removals.
        package static func < (left: ReasonChange, right: ReasonChange) -> Bool {
            left.reason == right.reason ? left.isAdded && !right.isAdded : left.reason < right.reason
        }
    }

    /// The number of decisions that were compared.
    package private(set) var compared = 0
    /// The numbers of changed decisions.
    package private(set) var changed = ChangeCounts()
    /// The changes by reasons that were added or removed; a decision can have several, or none.
    package private(set) var byReason = ChangeGroups<ReasonChange>()
    /// The changes by policy, each as `SET/POLICY`; empty for inline policies.
    package private(set) var byPolicy = ChangeGroups<String>()
    /// The changes by host; empty for inquiries without a host.
    package private(set) var byHost = ChangeGroups<String>()

    /// Creates a report about no decisions.
    package init() {}

    /// The number of decisions that are equal.
    package var unchanged: Int { compared - changed.total }

    /// Adds the comparison of two decisions; `change` is nil if they are equal.
    package mutating func add(_ change: DecisionChange?, id: String, policy: String, host: String) {
        compared += 1
        guard let change else { return }
        let effect = change.effect
        changed.add(effect)
        for reason in change.added { byReason.add(effect, id: id, to: ReasonChange(reason: reason, isAdded: true)) }
        for reason in change.removed { byReason.add(effect, id: id, to: ReasonChange(reason: reason, isAdded: false)) }
        byPolicy.add(effect, id: id, to: policy)
        byHost.add(effect, id: id, to: host)
    }

    /// Adds the report about the decisions that follow.
    package mutating func add(_ next: ChangeReport) {
        compared += next.compared
        changed.add(next.changed)
        byReason.add(next.byReason)
        byPolicy.add(next.byPolicy)
        byHost.add(next.byHost)
    }
}

extension PolicyIdentity {
    /// The policy as `SET/POLICY`, or the set alone; empty for an inline policy.
    package var reference: String { [set, name].compactMap(\.self).joined(separator: "/") }
}
