import Synchronization
import TrustEvaluation
import TrustModel
import TrustService

/// Keeps all decisions.
final class DecisionList: DecisionRecorder {
    private let decisions = Mutex<[Decision]>([])
    private let observed = Mutex(0)

    func observe(_ verdict: Verdict) { observed.withLock { $0 += 1 } }
    func counter(of policy: PolicyIdentity) -> Int { 0 }
    func record(_ decision: Decision, worker: Int) { decisions.withLock { $0.append(decision) } }

    /// The number of evaluated verdicts.
    var observedCount: Int { observed.withLock { $0 } }

    /// Returns the decisions, and removes them.
    func take() -> [Decision] {
        decisions.withLock { decisions in
            defer { decisions = [] }
            return decisions
        }
    }
}
