import StructuredDocuments
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// The conditions that a decision of the log must satisfy, all of them, with the meaning of those of GET /v1/decisions.
struct RecordedDecisionFilter: Sendable {
    var policy: PolicyName?
    /// The host as evaluations read it, or as it was given if it is not valid or masked.
    var host: String?
    var client: String?
    var code: String?
    var verdict: String?
    var action: String?
    /// The action of the shadow, or `skipped`.
    var shadow: String?
    var since: Instant?
    /// The time before which the decision arrived.
    var until: Instant?

    /// Returns the form in which the log has a host.
    static func recorded(host text: String) -> String {
        (try? HostName(ofBounded: text, names: IDN2Names()).description) ?? QuotedText.excerpt(text)
    }

    /// Returns whether a decision satisfies all conditions; a decision without the member in question does not.
    func includes(_ decision: RecordedDecision) -> Bool {
        let value = decision.value
        guard Self.matches(verdict, value["verdict"]), Self.matches(action, value["action"]),
            Self.matches(host, value["host"]), includes(policyOf: value), includes(timeOf: value)
        else { return false }
        if let shadow, decision.shadowAction?.hasSameBytes(as: shadow) != true { return false }
        if let client, !decision.clients.contains(where: client.hasSameBytes) { return false }
        if let code, !decision.codes.contains(where: code.hasSameBytes) { return false }
        return true
    }

    private static func matches(_ expected: String?, _ value: ResponseValue) -> Bool {
        expected.map { value.text?.hasSameBytes(as: $0) ?? false } ?? true
    }

    private func includes(policyOf value: ResponseValue) -> Bool {
        guard let policy else { return true }
        return Self.matches(policy.set, value["policy"]["set"]) && Self.matches(policy.policy, value["policy"]["name"])
    }

    private func includes(timeOf value: ResponseValue) -> Bool {
        guard since != nil || until != nil else { return true }
        guard let time = value["time"].text.flatMap({ Instant(rfc3339: $0) }) else { return false }
        return since.map { time >= $0 } ?? true && until.map { time < $0 } ?? true
    }
}
