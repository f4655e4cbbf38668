package import TrustModel

/// The differences between many decisions and later ones on the same inquiries, in memory that their number does not affect.
///
/// Several threads can each create a report about a part of the decisions. The sum of the parts, in their order, is that of all.
package struct ChangeReport: Sendable {
    /// A difference between the reasons or the principals of two decisions.
    package enum ReasonChange: Sendable, Hashable, Comparable {
        /// Only the later decisions have the reason.
        case added(DecisionOutcome.Reason)
        /// Only the earlier decisions have the reason.
        case removed(DecisionOutcome.Reason)
        /// The name with which clients are allowed differs.
        case principal

        /// Orders changes by their reasons, additions before removals, and the principal last.
        package static func < (left: ReasonChange, right: ReasonChange) -> Bool {
            guard let first = left.reason, let second = right.reason else {
                return left.reason != nil && right.reason == nil
            }
            return first == second ? left.isAdded && !right.isAdded : first < second
        }

        /// The code and the severity; nil for the principal.
        package var reason: DecisionOutcome.Reason? {
            switch self {
            case .added(let reason), .removed(let reason): reason
            case .principal: nil
            }
        }

        private var isAdded: Bool { if case .added = self { true } else { false } }
    }

    /// The number of decisions that were compared.
    package private(set) var compared = 0
    /// The numbers of changed decisions.
    package private(set) var changed = ChangeCounts()
    /// The changes by reasons that were added or removed, and by principals; a decision can have several, or none.
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
        for reason in change.added { byReason.add(effect, id: id, to: .added(reason)) }
        for reason in change.removed { byReason.add(effect, id: id, to: .removed(reason)) }
        if change.isOfPrincipal { byReason.add(effect, id: id, to: .principal) }
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
