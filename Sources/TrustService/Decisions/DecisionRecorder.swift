package import TrustEvaluation
package import TrustModel

/// Observes every decision, as the metrics of a server do.
package protocol DecisionRecorder: Sendable {
    /// Observes a verdict that was evaluated for this decision in a number of nanoseconds, without waiting.
    func recordEvaluated(_ verdict: Verdict, for asker: Asker, took nanoseconds: Int64)

    /// Observes a verdict that was remembered; `reasons` are the codes of its reasons.
    func recordRemembered(
        _ outcome: Verdict.Outcome,
        _ reasons: [ReasonCode],
        for asker: Asker,
        took nanoseconds: Int64
    )
}
