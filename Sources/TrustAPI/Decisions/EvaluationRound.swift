package import TrustEvaluation
package import TrustEvidence

/// One evaluation of a request with the evidence at hand, and the evidence that it lacks.
package struct EvaluationRound: Sendable {
    /// The evidence that one of the request's policies lacks.
    package struct Lack: Sendable {
        /// The missing evidence; empty if the decision of the policy is final.
        package var needs: [EvidenceNeed] = []
        /// The time for which the response may wait for it, over all rounds.
        package let deadline: Duration
        /// Whether the request itself gives too little time to look for the evidence, at its own risk.
        package var isCutShort = false
    }

    /// The data for the next round of a request, without the verdict of this round.
    package struct Rest: Sendable {
        /// The evidence that only the policy of the request lacks.
        package let policy: Lack
        /// The evidence that the floor lacks; its deadline is never shorter than that of the policy.
        package let floor: Lack
        /// The client to whose shares the request is charged.
        package let share: ClientShare
        /// The memory that the request keeps until the next round, in bytes.
        package let heldBytes: Int
        /// Evaluates the request again, with the evidence of all rounds so far.
        package let next: @Sendable (_ policy: GatheredEvidence, _ floor: GatheredEvidence) -> EvaluationRound
    }

    /// The verdict without the missing evidence.
    package let evaluated: EvaluationService.Evaluated
    /// The data for the next round; nil if the verdict is final.
    package let rest: Rest?
}
