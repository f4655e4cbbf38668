package import TrustModel

/// A mechanism that decides whether a chain may be trusted.
///
/// Evaluators are values without state: the same question has the same decision.
package protocol Evaluator: Sendable {
    /// Whether an evaluation needs to know the host.
    var needsHost: Bool { get }

    /// Whether pins are part of the mechanism, so that a policy that only reports still refuses what they do not decide.
    var isPinning: Bool { get }

    /// When the first of its pins expire; nil where none do.
    var pinsExpire: Instant? { get }

    /// What it does, a clause for operators.
    var summary: String { get }

    /// The dangers that come with its settings, whatever the chain: `hazard.*`, and `policy.disabled`.
    var hazards: [ReasonCode] { get }

    /// Tells when something that it holds ends or begins to count: anchors, pins, evidence.
    func note(changesIn stability: inout CacheLifetime)

    /// Evaluates a question, spending what it needs of the session's budget.
    func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision
}

extension Evaluator {
    /// Most mechanisms have no pins that expire.
    package var pinsExpire: Instant? { nil }
}
