import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustService

/// A recorded decision with a verdict.
struct ReplayDecision: Sendable {
    let id: String
    /// The policy as `SET/POLICY`; empty for an inline policy.
    let policy: String
    /// The host; empty without one.
    let host: String
    /// The time at which the inquiry arrived.
    let time: Instant
    /// The digest of the question; nil if the log does not have it.
    let inputs: Fingerprint?
    /// The recorded outcome.
    let outcome: DecisionOutcome
    /// Whether a block denied the chain, which policies do not do.
    let isBlocked: Bool
    let hasFloor: Bool

    /// Reads a decision; names are cut off as in the lines of a daemon.
    ///
    /// - Throws: the reason why the line is damaged, as a predicate.
    init(_ decision: RecordedDecision) throws(ReplayItem.Damage) {
        let value = decision.value
        guard DecisionID(decision.id) != nil else { throw Self.damage("id") }
        guard let action = value["action"].string.flatMap(Verdict.Action.init) else { throw Self.damage("action") }
        guard let time = value["time"].string.flatMap(Instant.init(rfc3339:)) else { throw Self.damage("time") }
        id = decision.id
        self.time = time
        policy = try Self.policy(value["policy"])
        host = Self.excerpt(try Self.text("host", of: value) ?? "")
        inputs = try Self.inputs(value)
        (isBlocked, hasFloor) = (value["block"].exists, value["floor"].exists)
        outcome = DecisionOutcome(
            action: action,
            reasons: try Self.reasons(value["reasons"]),
            principal: try Self.principal(value["principal"])
        )
    }

    private static func damage(_ name: String) -> ReplayItem.Damage {
        ReplayItem.Damage(reason: "is a decision without a valid `\(name)`")
    }

    private static func excerpt(_ text: String) -> String {
        QuotedText.excerpt(text, ofAtMost: AnswerBounds.characters)
    }

    private static func text(_ name: String, of value: ResponseValue) throws(ReplayItem.Damage) -> String? {
        guard value[name].exists else { return nil }
        guard let text = value[name].string else { throw damage(name) }
        return text
    }

    private static func policy(_ value: ResponseValue) throws(ReplayItem.Damage) -> String {
        guard value.isObject || !value.exists else { throw damage("policy") }
        let parts = [try text("set", of: value), try text("name", of: value)].compactMap(\.self)
        return parts.map(excerpt).joined(separator: "/")
    }

    private static func inputs(_ value: ResponseValue) throws(ReplayItem.Damage) -> Fingerprint? {
        // A question that is too long for the log is `omitted`.
        guard let text = try text("inputs", of: value), text != "omitted" else { return nil }
        guard let digest = Fingerprint(hexadecimal: Array(text.utf8)[...]) else { throw damage("inputs") }
        return digest
    }

    private static func reasons(_ value: ResponseValue) throws(ReplayItem.Damage) -> [DecisionOutcome.Reason] {
        guard value.isList else { throw damage("reasons") }
        var reasons: [DecisionOutcome.Reason] = []
        for reason in value.elements {
            guard let code = reason["code"].string, let severity = reason["severity"].string.flatMap(Severity.init)
            else { throw damage("reasons") }
            reasons.append(DecisionOutcome.Reason(code: excerpt(code), severity: severity))
        }
        return reasons
    }

    private static func principal(_ value: ResponseValue) throws(ReplayItem.Damage) -> Principal? {
        guard value.exists else { return nil }
        guard let kind = value["kind"].string.flatMap(Principal.Kind.init), let name = value["value"].string else {
            throw damage("principal")
        }
        return Principal(kind, excerpt(name))
    }
}
