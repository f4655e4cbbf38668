import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// Decodes requests that are not JSON: a body or form with certificates, and parameters as text.
extension EvaluationRequest {
    static func decode(
        query: RequestQuery,
        chain: () throws(Problem) -> [Certificate]
    ) throws(Problem) -> EvaluationRequest {
        let host = query.text("host")
        guard host?.isEmpty != true else { throw query.problem("host", "expected a host, found an empty text") }
        let explain = try query.flag("explain")
        let include = try inclusions(query)
        let nonce = query.text("nonce")
        if let nonce, !isNonce(nonce) {
            throw query.problem("nonce", "expected at most \(maximumNonceLength) characters")
        }
        let instant = try instant(query)
        var policy = PolicyName.system
        if let text = query.text("policy") {
            guard let name = PolicyName(text) else {
                throw query.problem("policy", "expected the name of a policy set, or set/policy")
            }
            policy = name
        }
        let inquiry = Inquiry(
            chain: try chain(),
            host: host,
            policy: .named(policy),
            instant: instant,
            explain: explain
        )
        return EvaluationRequest(inquiry: inquiry, include: include, nonce: nonce)
    }

    /// Returns the time in `at`.
    static func instant(_ query: RequestQuery) throws(Problem) -> Instant? {
        guard let text = query.text("at") else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            let expected = "expected an RFC 3339 instant such as 2026-11-20T00:00:00Z"
            throw query.problem("at", expected + Instant.leapSecondHint(for: text))
        }
        return instant
    }

    /// Returns the names in `include`, which are separated by commas.
    private static func inclusions(_ query: RequestQuery) throws(Problem) -> Set<Inclusion> {
        guard let text = query.text("include") else { return [] }
        var inclusions: Set<Inclusion> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let inclusion = Inclusion.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
                let names = Inclusion.allCases.map(\.rawValue)
                let hint = NearestName.hint(for: name, among: names)
                let expected = "expected \(DocumentValue.alternatives(names)), found \(QuotedText.of(name))"
                throw query.problem("include", expected + hint)
            }
            inclusions.insert(inclusion)
        }
        return inclusions
    }
}
