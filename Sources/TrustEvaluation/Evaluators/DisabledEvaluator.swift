import TrustModel

/// Accepts every chain without evaluation (`disabled`; Alamofire's disableEvaluation), and warns in every verdict.
package struct DisabledEvaluator: Evaluator {
    /// All risks, because every chain is accepted.
    package var traits: EvaluatorTraits {
        var traits = EvaluatorTraits(
            summary: "disabled, accepts everything",
            clientRisks: Set(ClientRisk.allCases)
        )
        traits.hazards = [EvaluatorTraits.Hazard(.policyDisabled)]
        return traits
    }

    /// Creates the evaluator, which has no settings.
    package init() {}

    /// Accepts the chain with a warning.
    package func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        let reason = Finding(
            .policyDisabled,
            severity: .warning,
            message: "The policy is disabled: it accepts any chain without evaluation."
        )
        return .accepted(.explicitTrust, reasons: [reason])
    }
}
