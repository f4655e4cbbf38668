package import TrustEvaluation
package import TrustEvidence

/// One evaluation of a request with the evidence at hand, and the evidence that it lacks.
package struct EvaluationRound: Sendable {
    /// The verdict without the missing evidence.
    package let evaluated: EvaluationService.Evaluated
    /// The missing evidence, for the policy and the floor; empty if the verdict is final.
    package let needs: [EvidenceNeed]
    /// The time for which the response may wait for evidence, over all rounds.
    package let deadline: Duration
    /// The client to whose shares the request is charged.
    package let share: ClientShare
    private let evaluateAgain: @Sendable (GatheredEvidence) -> EvaluationRound

    init(
        evaluated: EvaluationService.Evaluated,
        needs: [EvidenceNeed],
        deadline: Duration,
        share: ClientShare,
        _ evaluateAgain: @escaping @Sendable (GatheredEvidence) -> EvaluationRound
    ) {
        self.evaluated = evaluated
        self.needs = needs
        self.deadline = deadline
        self.share = share
        self.evaluateAgain = evaluateAgain
    }

    /// Evaluates the request again, with the evidence of all rounds so far.
    package func next(with gathered: GatheredEvidence) -> EvaluationRound { evaluateAgain(gathered) }
}
