package import TrustModel

/// Accepts every chain without evaluation (`disabled`; Alamofire's disableEvaluation), and warns in every verdict.
package struct DisabledEvaluator: Evaluator {
    /// Always false: no host is compared.
    package let needsHost = false
    /// The behavior, for operators.
    package let summary = "disabled, accepts everything"
    /// Always `policy.disabled`.
    package let hazards: [ReasonCode] = [.policyDisabled]

    /// Always all, because every chain is accepted.
    package let clientRisks = Set(ClientRisk.allCases)

    /// Creates the evaluator, which has no settings.
    package init() {}

    /// Accepts the chain with a warning.
    package func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision {
        let reason = Finding(
            .policyDisabled,
            severity: .warning,
            message: "The policy is disabled: it accepts any chain without evaluation."
        )
        return .accepted(.explicitTrust, reasons: [reason])
    }
}
