import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// Decodes PEM bodies, whose other parameters are in the query.
extension EvaluationRequest {
    static func decode(
        pem body: [UInt8],
        query: RequestQuery,
        chains: ChainDecoder
    ) throws(Problem) -> EvaluationRequest {
        let host = query.text("host")
        guard host?.isEmpty != true else { throw RequestQuery.problem("host", "expected a host, found an empty text") }
        let explain = try query.flag("explain")
        let nonce = query.text("nonce")
        if let nonce, !isNonce(nonce) {
            throw RequestQuery.problem("nonce", "expected at most \(maximumNonceLength) characters")
        }
        var instant: Instant?
        if let text = query.text("at") {
            instant = Instant(rfc3339: text)
            guard instant != nil else {
                let expected = "expected an RFC 3339 instant such as 2026-11-20T00:00:00Z"
                throw RequestQuery.problem("at", expected + Instant.leapSecondHint(for: text))
            }
        }
        var policy = PolicyName.system
        if let text = query.text("policy") {
            guard let name = PolicyName(text) else {
                throw RequestQuery.problem("policy", "expected the name of a policy set, or set/policy")
            }
            policy = name
        }
        return EvaluationRequest(
            chain: try chains.chain(in: body, pointer: ""),
            host: host,
            policy: .named(policy),
            instant: instant,
            explain: explain,
            nonce: nonce
        )
    }
}
