package import TrustEvaluation
import TrustModel

/// The outcome of a policy that was evaluated beside the one that decided.
package final class ShadowFacts: Sendable {
    /// The outcome of an evaluation.
    package struct Outcome: Sendable {
        /// The verdict that the client would get.
        package let verdict: Verdict.Outcome
        /// The action that the client would take.
        package let action: Verdict.Action
        /// The reasons in the order of the verdict.
        package let reasons: [DecisionFacts.Reason]
    }

    /// The name of the policy in the set.
    package let policy: String
    /// The outcome; nil if the evaluation was skipped.
    package let outcome: Outcome?
    /// Whether the evaluation was skipped because no time was left, so that it can be made later.
    package let lacksTime: Bool

    /// The memory in bytes, rather too high.
    var memory: Int {
        128 + policy.utf8.count + (outcome.map { $0.reasons.count * MemoryLayout<DecisionFacts.Reason>.stride } ?? 0)
    }

    /// Creates facts.
    package init(policy: String, outcome: Outcome?, lacksTime: Bool = false) {
        (self.policy, self.outcome, self.lacksTime) = (policy, outcome, lacksTime)
    }
}

extension ShadowFacts.Outcome {
    /// The outcome of a verdict.
    package init(_ verdict: Verdict) {
        self.init(
            verdict: verdict.outcome,
            action: verdict.action,
            reasons: verdict.reasons.map {
                DecisionFacts.Reason(code: $0.code, severity: $0.severity, depth: $0.depth)
            }
        )
    }
}
