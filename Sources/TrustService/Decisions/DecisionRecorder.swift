package import TrustEvaluation
package import TrustModel

/// Observes every decision, as the metrics of a server do.
package protocol DecisionRecorder: Sendable {
    /// Observes a verdict that was evaluated, before its decision is recorded.
    func observe(_ verdict: Verdict)

    /// Returns the number of the counter for decisions of a policy, which is stored with the facts of each.
    func counter(of policy: PolicyIdentity) -> Int

    /// Records a decision without waiting; `worker` selects one of several shards, to avoid lock contention.
    func record(_ decision: Decision, worker: Int)
}
