package import TrustModel

/// Accepts every chain without looking at it (`disabled`; Alamofire's disableEvaluation), and warns in every verdict.
package struct DisabledEvaluator: Evaluator {
    /// No host is compared.
    package let needsHost = false
    /// There are no pins.
    package let isPinning = false
    /// What it does, for operators.
    package let summary = "disabled, accepts everything"
    /// Everything is accepted.
    package let hazards: [ReasonCode] = [.policyDisabled]

    /// There is nothing to set.
    package init() {}

    /// Nothing changes.
    package func note(changesIn stability: inout CacheLifetime) {}

    /// Accepts.
    package func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision {
        let reason = Finding(
            .policyDisabled,
            severity: .warning,
            message: "The policy accepts any chain without looking at it."
        )
        return .accepted(.explicitTrust, reasons: [reason])
    }
}
