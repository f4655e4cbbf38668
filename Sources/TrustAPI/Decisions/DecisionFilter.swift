import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// The conditions of GET /v1/decisions, all of which a decision must satisfy.
struct DecisionFilter {
    private static let names = [
        "policy", "host", "client", "code", "verdict", "action", "since", "limit", "before", "follow",
    ]
    /// The largest number of decisions on a page, and the usual one.
    static let (maximum, usual) = (1000, 100)

    /// Whether the decisions are those from now on.
    let follows: Bool
    /// The largest number of decisions on the page.
    let limit: Int
    /// The number below which the decisions are; nil for the newest ones.
    let before: UInt64?
    private let policy: PolicyName?
    private let host: RequestedHost?
    /// The masked host, if hosts are masked.
    private let maskedHost: String?
    private let mask: DecisionMask
    private let client: String?
    private let code: String?
    private let outcome: Verdict.Outcome?
    private let action: Verdict.Action?
    private let since: Instant?

    /// Reads the parameters of a query; `host` reads a host as in a request.
    ///
    /// If hosts are masked, only a masked host is accepted. Any other would show whether a guess is right.
    init(_ items: [HTTPQueryItem], mask: DecisionMask, host: (String) -> RequestedHost) throws(Problem) {
        self.mask = mask
        let query = try RequestQuery(items, known: Self.names)
        follows = try query.flag("follow")
        for name in ["limit", "before"] where follows && query.text(name) != nil {
            throw query.problem(name, "a stream has no pages: remove it, or `follow`")
        }
        limit =
            try Self.value("limit", in: query, expected: "a number from 1 to \(Self.maximum)") { text in
                Int(text).flatMap { (1...Self.maximum).contains($0) ? $0 : nil }
            } ?? Self.usual
        before = try Self.value("before", in: query, expected: "`next` of another page") { UInt64($0) }
        policy = try Self.value("policy", in: query, expected: "a policy set, or a policy as set/policy") {
            PolicyName($0)
        }
        if mask.hides(.host) {
            self.host = nil
            maskedHost = try Self.value("host", in: query, expected: "a masked host, as in decisions") { text in
                DecisionMask.isMasked(text) ? text : nil
            }
        } else {
            (self.host, maskedHost) = (query.text("host").map(host), nil)
        }
        client = query.text("client")
        code = query.text("code")
        outcome = try Self.choice("verdict", in: query)
        action = try Self.choice("action", in: query)
        since = try Self.value("since", in: query, expected: "an RFC 3339 instant such as 2026-11-20T00:00:00Z") {
            Instant(rfc3339: $0)
        }
    }

    /// Whether only decisions since a time are included.
    var hasStart: Bool { since != nil }

    /// Returns whether a decision is older than all that are included, by at least some seconds.
    func endsBefore(_ decision: Decision, by seconds: Int64) -> Bool {
        since.map { decision.time.instant.adding(seconds: seconds) < $0 } ?? false
    }

    private static func value<Value>(
        _ name: String,
        in query: RequestQuery,
        expected: String,
        _ read: (String) -> Value?
    ) throws(Problem) -> Value? {
        guard let text = query.text(name) else { return nil }
        guard let value = read(text) else {
            throw query.problem(name, "expected \(expected), found \(QuotedText.of(text))")
        }
        return value
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        in query: RequestQuery
    ) throws(Problem) -> Value? {
        try value(name, in: query, expected: DocumentValue.alternatives(Value.allCases.map(\.rawValue))) { text in
            Value.allCases.first { $0.rawValue.hasSameBytes(as: text) }
        }
    }

    /// Returns whether a decision satisfies all conditions.
    func includes(_ decision: Decision) -> Bool {
        if let since, decision.time.instant < since { return false }
        if let client, !decision.place.clients.contains(where: client.hasSameBytes) { return false }
        if let code, !decision.subject.hasCode(code) { return false }
        if let host, decision.subject.host != host { return false }
        if let maskedHost {
            let masked = mask.text(decision.subject.host?.text, of: .host)
            guard let masked, masked.hasSameBytes(as: maskedHost) else { return false }
        }
        return includes(decision.facts)
    }

    /// Returns whether the verdict satisfies the conditions on verdicts; other answers satisfy none of them.
    private func includes(_ facts: DecisionFacts?) -> Bool {
        guard policy != nil || outcome != nil || action != nil else { return true }
        guard let facts else { return false }
        if let policy, !facts.policy.belongs(to: policy) { return false }
        return outcome.map { $0 == facts.outcome } ?? true && action.map { $0 == facts.action } ?? true
    }
}

extension DecisionSubject {
    /// The host of the verdict or the challenge; nil for other answers.
    fileprivate var host: RequestedHost? {
        switch self {
        case .verdict(let facts): facts.host
        case .challenge(let facts): facts.host
        case .signature, .unreadable: nil
        }
    }

    /// Returns whether the code is that of a reason of the verdict, of the challenge's answer, or of the problem.
    fileprivate func hasCode(_ code: String) -> Bool {
        switch self {
        case .verdict(let facts): facts.reasons.contains { $0.code.name.hasSameBytes(as: code) }
        case .challenge(let facts): facts.reason.hasSameBytes(as: code)
        case .signature(let facts): facts.refusal?.hasSameBytes(as: code) ?? false
        case .unreadable(let other): other.hasSameBytes(as: code)
        }
    }
}

extension PolicyIdentity {
    /// Returns whether this is the policy, or one of the set if the name has no policy.
    fileprivate func belongs(to name: PolicyName) -> Bool {
        guard let set, set.hasSameBytes(as: name.set) else { return false }
        return name.policy.map { policy in self.name?.hasSameBytes(as: policy) ?? false } ?? true
    }
}
