/// A mechanism that decides whether a chain is trusted.
///
/// The same question always has the same decision. An evaluator remembers only what shortens evaluations (``KnownIssuers``).
package protocol Evaluator: Sendable {
    /// The properties of the settings, for operators and for the policy documents.
    var traits: EvaluatorTraits { get }

    /// Evaluates a question within the session's budget.
    func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision
}
