import TrustEvaluation
import TrustService

/// The numbers of verdicts of policies with a shadow, by the actions of both.
struct ShadowMetrics {
    /// The treatment of a shadow.
    enum Treatment: String, CaseIterable {
        case allow, `default`, deny, skipped

        init(_ shadow: ShadowFacts) {
            self =
                switch shadow.outcome?.action {
                case .allow: .allow
                case .defaultHandling: .default
                case .deny: .deny
                case nil: .skipped
                }
        }
    }

    /// The actions of the policy with a counter, and of its shadow.
    struct Key: Hashable {
        let counter: Int
        let action: Verdict.Action
        let treatment: Treatment
    }

    private(set) var counts: [Key: Int] = [:]

    mutating func count(_ shadow: ShadowFacts, of facts: DecisionFacts) {
        let key = Key(counter: facts.counter, action: facts.action, treatment: Treatment(shadow))
        counts[key, default: 0] += 1
    }

    mutating func add(_ other: ShadowMetrics) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// Returns the counts by policy for each pair of actions.
    func sums(by policies: PolicyMetrics) -> [Pair: [PolicyMetrics.Policy?: Int]] {
        let pairs = Dictionary(grouping: counts) { Pair(action: $0.key.action, treatment: $0.key.treatment) }
        return pairs.mapValues { entries in
            policies.sums(of: Dictionary(uniqueKeysWithValues: entries.map { ($0.key.counter, $0.value) }))
        }
    }

    /// The actions of a policy and of its shadow.
    struct Pair: Hashable {
        let action: Verdict.Action
        let treatment: Treatment
    }
}
