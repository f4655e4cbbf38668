import Synchronization
import TrustModel

/// Counts failures of scripts, by policy and kind.
final class ScriptMetrics: Sendable {
    struct Key: Hashable {
        let policy: String
        let kind: String
    }

    /// The maximum number of policies with counters of their own; reloads can rename policies.
    private static let maximumPolicies = 100

    /// The name for all policies without counters of their own.
    static let otherPolicies = "other"

    var counts: [Key: Int] { state.withLock { $0 } }

    private let state = Mutex<[Key: Int]>([:])

    func count(_ failures: [ScriptFailure]) {
        guard !failures.isEmpty else { return }
        state.withLock { counts in
            for failure in failures {
                let name = [failure.policy.set, failure.policy.name].compactMap(\.self).joined(separator: "/")
                let policies = Set(counts.keys.map(\.policy))
                let isCounted = policies.contains(name) || policies.count < Self.maximumPolicies
                counts[Key(policy: isCounted ? name : Self.otherPolicies, kind: failure.kind), default: 0] += 1
            }
        }
    }
}
