import ArgumentParser
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The conditions as the options state them.
extension DecisionsCommand {
    func filter() throws(ValidationError) -> RecordedDecisionFilter {
        var filter = RecordedDecisionFilter()
        filter.policy = try policy.map { text throws(ValidationError) in
            guard let name = PolicyName(text) else {
                throw ValidationError("\(QuotedText.of(text)) is not a policy name: expected SET or SET/POLICY.")
            }
            return name
        }
        filter.host = host.map { RecordedDecisionFilter.recorded(host: $0) }
        (filter.client, filter.code) = (client, code)
        filter.verdict = try Self.choice(verdict, Verdict.Outcome.allCases.map(\.rawValue))
        filter.action = try Self.choice(action, Verdict.Action.allCases.map(\.rawValue))
        filter.shadow = try Self.choice(shadow, Verdict.Action.allCases.map(\.rawValue) + ["skipped"])
        (filter.since, filter.until) = (try Self.instant(since), try Self.instant(until))
        return filter
    }

    private static func choice(_ text: String?, _ names: [String]) throws(ValidationError) -> String? {
        guard let text, !names.contains(where: text.hasSameBytes) else { return text }
        throw ValidationError("expected \(DocumentValue.alternatives(names)), found \(QuotedText.of(text)).")
    }

    private static func instant(_ text: String?) throws(ValidationError) -> Instant? {
        guard let text else { return nil }
        guard let instant = Instant(commandLine: text) else {
            throw ValidationError(
                "\(QuotedText.of(text)) is not a time: expected 2026-11-20T00:00:00Z or 2026-11-20"
                    + Instant.leapSecondHint(for: text) + "."
            )
        }
        return instant
    }
}
