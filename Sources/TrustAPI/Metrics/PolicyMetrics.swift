import Synchronization
import TrustEvaluation
import TrustModel
import TrustPolicies

/// Assigns a counter to each policy with decisions; the counts are in ``Metrics/State``.
///
/// A policy keeps its counter until it no longer exists. Its decisions then belong to ``other``, so that there are at most as many
/// counters to show as policies exist, and no count ever decreases.
final class PolicyMetrics: Sendable {
    /// A policy of a set, the hosts of a set without a policy, or all inline policies.
    struct Policy: Hashable {
        /// The name of the set; nil for inline policies.
        let set: String?
        /// The name in the set; nil for hosts without a policy.
        let name: String?

        func exists(in snapshot: PolicySnapshot) -> Bool {
            guard let set else { return true }
            guard let set = snapshot.policySet(named: set) else { return false }
            return name.map { set.policy(named: $0) != nil } ?? true
        }
    }

    /// The decisions of one policy, by outcome and action.
    struct Counts {
        private static let actions = Verdict.Action.allCases.count
        /// The number of counts for each policy.
        static let size = Verdict.Outcome.allCases.count * actions

        fileprivate(set) var values = [Int](repeating: 0, count: size)

        static func index(_ outcome: Verdict.Outcome, _ action: Verdict.Action) -> Int {
            (Verdict.Outcome.allCases.firstIndex(of: outcome) ?? 0) * actions
                + (Verdict.Action.allCases.firstIndex(of: action) ?? 0)
        }

        /// Returns a count; nil if it is 0 and the combination is unusual.
        func count(_ outcome: Verdict.Outcome, _ action: Verdict.Action) -> Int? {
            let count = values[Self.index(outcome, action)]
            switch (outcome, action) {
            case (.trusted, .allow), (.untrusted, .allow), (.untrusted, .deny), (.indeterminate, .deny): return count
            default: return count == 0 ? nil : count
            }
        }
    }

    /// The counter for all policies without a counter of their own.
    static let other = 0
    /// The maximum number of counters in the life of the process, because decisions in progress keep theirs.
    static let maximumCounters = 10_000

    private struct State {
        var counters: [Policy: Int] = [:]
        var next = other + 1
    }

    private let state = Mutex(State())

    /// Returns the counter of a policy.
    func counter(of policy: PolicyIdentity) -> Int {
        let policy = Policy(set: policy.set, name: policy.name)
        return state.withLock { state in
            if let counter = state.counters[policy] { return counter }
            guard state.next < Self.maximumCounters else { return Self.other }
            defer { state.next += 1 }
            state.counters[policy] = state.next
            return state.next
        }
    }

    /// Returns counts of counters by policy; those without a policy that exists are added under nil.
    func sums(of counts: [Int: Int]) -> [Policy?: Int] {
        let owners = state.withLock { Dictionary(uniqueKeysWithValues: $0.counters.map { ($0.value, $0.key) }) }
        return counts.reduce(into: [:]) { $0[owners[$1.key], default: 0] += $1.value }
    }

    /// Returns the counts of each policy that exists, and those of all others under nil.
    ///
    /// The counts must be read before, and the policies are read here, so that a policy that is new is not taken for another.
    func counts(of decisions: Metrics.State, under policies: () -> PolicySnapshot) -> [Policy?: Counts] {
        let known = state.withLock { $0.counters }
        let snapshot = policies()
        let removed = known.filter { !$0.key.exists(in: snapshot) }
        if !removed.isEmpty {
            state.withLock { state in
                for (policy, counter) in removed where state.counters[policy] == counter {
                    state.counters[policy] = nil
                }
            }
        }
        var owners = Dictionary(uniqueKeysWithValues: known.map { ($0.value, $0.key) })
        for counter in removed.values { owners[counter] = nil }
        var counts: [Policy?: Counts] = [:]
        for counter in 0..<decisions.counters {
            decisions.add(counter, to: &counts[owners[counter], default: Counts()].values)
        }
        return counts
    }
}
