import Synchronization
import TrustModel

/// Counts failures of scripts, by policy and kind.
final class ScriptMetrics: Sendable {
    private struct Key: Hashable {
        let policy: String
        let kind: String
    }

    /// The maximum number of policies with counters of their own; reloads can rename policies.
    private static let maximumPolicies = 100

    private let counts = Mutex<[Key: Int]>([:])

    func count(_ failures: [ScriptFailure]) {
        guard !failures.isEmpty else { return }
        counts.withLock { counts in
            for failure in failures {
                let name = [failure.policy.set, failure.policy.name].compactMap(\.self).joined(separator: "/")
                let policies = Set(counts.keys.map(\.policy))
                let isCounted = policies.contains(name) || policies.count < Self.maximumPolicies
                counts[Key(policy: isCounted ? name : "other", kind: failure.kind), default: 0] += 1
            }
        }
    }

    func write(to page: inout MetricsPage) {
        let name = "anchord_script_failures_total"
        page.family(name, .counter, help: "Calls of scripts that failed, by policy and kind of failure.")
        let sorted = counts.withLock { $0 }.sorted { ($0.key.policy, $0.key.kind) < ($1.key.policy, $1.key.kind) }
        for (key, count) in sorted {
            page.sample(name, [("policy", key.policy), ("failure", key.kind)], value: count)
        }
    }
}
