package import TrustModel

/// Observes every decision, as the metrics of a server do.
package protocol DecisionRecorder: Sendable {
    /// Observes a verdict that was evaluated for this decision.
    func recordEvaluated(_ verdict: Verdict, by asker: Asker)

    /// Observes a verdict that was remembered; `reasons` are the codes of its reasons.
    func recordRemembered(_ outcome: Verdict.Outcome, _ reasons: [ReasonCode], by asker: Asker)
}
