import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// Reading the form for curl: a PEM body, the rest in the query.
extension EvaluationRequest {
    /// Decodes a raw body and the query.
    static func decode(pem body: [UInt8], query: RequestQuery, chains: ChainDecoder) throws(Problem) -> EvaluationRequest {
        let host = try query.text("host")
        let explain = try query.flag("explain")
        let nonce = try query.text("nonce")
        guard nonce?.utf8.count ?? 0 <= maximumNonceBytes else {
            throw RequestQuery.problem("nonce", "expected at most \(maximumNonceBytes) bytes")
        }
        var instant: Instant?
        if let text = try query.text("at") {
            instant = Instant(rfc3339: text)
            guard instant != nil else {
                throw RequestQuery.problem("at", "expected an RFC 3339 instant such as 2026-11-20T00:00:00Z")
            }
        }
        var policy = PolicyName.system
        if let text = try query.text("policy") {
            guard let name = PolicyName(text) else {
                throw RequestQuery.problem("policy", "expected the name of a policy set, or set/policy")
            }
            policy = name
        }
        return EvaluationRequest(
            chain: try chains.chain(in: body, pointer: ""), host: host, policy: .named(policy), instant: instant,
            explain: explain, nonce: nonce)
    }
}

/// The query of a request, each parameter known and at most once.
struct RequestQuery {
    private let items: [HTTPQueryItem]

    /// Takes the query; throws for parameters that are not among the known ones, or stand twice.
    init(_ items: [HTTPQueryItem], known: Set<String>) throws(Problem) {
        var seen: Set<String> = []
        for item in items {
            guard known.contains(item.name) else {
                let hint = NearestName.hint(for: item.name, among: known.sorted())
                throw Self.problem(item.name, "the query parameter \"\(item.name)\" is unknown\(hint)")
            }
            guard seen.insert(item.name).inserted else { throw Self.problem(item.name, "the parameter stands twice") }
        }
        self.items = items
    }

    /// A parameter's text; nil where it is absent.
    func text(_ name: String) throws(Problem) -> String? {
        items.first { $0.name == name }?.value
    }

    /// A parameter that is 1, true, or there without value; false for 0, false, or where it is absent.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "0", "false": false
        case "", "1", "true": true
        default: throw Self.problem(name, "expected 1 or 0")
        }
    }

    static func problem(_ name: String, _ detail: String) -> Problem {
        Problem(
            .invalidRequest, "Query parameter \(name): \(detail).",
            errors: [DocumentIssue(pointer: JSONPointer.appending(name, to: "/query"), detail: detail)])
    }
}
