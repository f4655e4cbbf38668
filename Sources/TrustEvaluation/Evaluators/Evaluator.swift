package import TrustModel

/// A mechanism that decides whether a chain is trusted.
///
/// Evaluators are values without state: the same question always has the same decision.
package protocol Evaluator: Sendable {
    var needsHost: Bool { get }

    /// The time at which the first of the evaluator's pins expires; nil if no pins expire.
    var pinsExpire: Instant? { get }

    /// A description for operators, as a clause.
    var summary: String { get }

    /// The hazards of the evaluator's settings: `hazard.*` and `policy.disabled`.
    var hazards: [ReasonCode] { get }

    /// The properties that are dangerous if the evaluator decides about clients, apart from the hazards.
    var clientRisks: Set<ClientRisk> { get }

    /// The last seconds, of the machine's clock, at which the evaluator or one of its members accepts certificates for
    /// servers from clients.
    ///
    /// All of them matter: after the first of them has passed, a verdict can still change at the next.
    var serverAuthEnds: [Instant] { get }

    /// Describes a hazard of the evaluator, in one sentence that is true for every request.
    func description(of hazard: ReasonCode) -> String

    /// Evaluates a question within the session's budget.
    func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision
}

extension Evaluator {
    /// Always nil; overridden by evaluators with pins.
    package var pinsExpire: Instant? { nil }

    /// Always empty; overridden by evaluators with the setting.
    package var serverAuthEnds: [Instant] { [] }

    /// The summary of the reason code; overridden by evaluators with hazards that only some requests cause.
    package func description(of hazard: ReasonCode) -> String { hazard.summary }
}
