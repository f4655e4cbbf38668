import MicrohttpdServer
import TrustModel
import TrustTestSupport

/// A sequence of repeated requests while the clock moves across expiry times and policies change.
struct ChangingRequests {
    /// A response without its identifier, and its request.
    struct Exchange {
        var masked: String
        var request: String
    }

    private struct Request {
        var target = "/v1/evaluations"
        var body: String
        var headers: [(String, String)] = [("Content-Type", "application/json")]
    }

    static let documents = [
        "pinned.yaml": """
        otherwise: pinned
        policies:
          pinned:
            evaluator: pinPublicKeys
            pins: [sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=, sha256/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBE=]
            expires: 2027-01-10T00:00:00Z
            onExpiry: open
        """,
        "changing.yaml": "otherwise: deny\n",
    ]
    private static let pinsEnd = Instant(secondsSince1970: 1_799_539_200)

    private let requests: [Request]
    /// The first and last second of the leaf's validity.
    private let (begin, end): (Instant, Instant)

    init(_ api: APIFixture) throws {
        begin = Instant(secondsSince1970: api.leaf.template.notBefore.secondsSince1970)
        end = Instant(secondsSince1970: api.leaf.template.notAfter.secondsSince1970)
        let texts = try Self.members(api, begin, end).map { try APIFixture.json($0) }
        requests = texts.map { Request(body: $0) } + Self.special(api, texts[0])
    }

    /// Sends every request at every time, `rounds` times in succession.
    ///
    /// The policies change before some of the times, and each time reverses the order of the requests.
    func answers(of api: APIFixture, rounds: Int) throws -> [Exchange] {
        var exchanges: [Exchange] = []
        for (step, (time, document)) in steps.enumerated() {
            api.clock.now = time
            if let document { try api.write(document, to: "changing.yaml") }
            for request in step % 2 == 0 ? requests : requests.reversed() {
                for _ in 0..<rounds { exchanges.append(Self.exchange(request, api)) }
            }
        }
        return exchanges
    }

    private var steps: [(Instant, document: String?)] {
        [
            (APIFixture.now, nil),
            (APIFixture.now.adding(seconds: 1), "otherwise: open\npolicies:\n  open:\n    evaluator: disabled\n"),
            (Self.pinsEnd.adding(seconds: -30 * 86400), nil), (end, nil), (end.adding(seconds: 1), nil),
            (end, "otherwise: performDefaultHandling\n"), (Self.pinsEnd.adding(seconds: 1), nil),
            (begin, nil), (begin.adding(seconds: -1), "otherwise: deny\n"), (APIFixture.now, nil),
        ]
    }

    private static func exchange(_ request: Request, _ api: APIFixture) -> Exchange {
        let answer = api.send("POST", request.target, headers: request.headers, body: Array(request.body.utf8))
        // The response begins with the identifier.
        let text = answer.text.hasPrefix(#"{"id":"#) ? answer.text.dropFirst(45) : answer.text[...]
        let caching = answer.response.headers["Cache-Control"] ?? "none"
        return Exchange(
            masked: "\(answer.status) \(caching) \(text)",
            request: "\(request.target) \(request.body.prefix(60))…\(request.body.suffix(60)) at \(api.clock.now)"
        )
    }

    private static func members(_ api: APIFixture, _ begin: Instant, _ end: Instant) throws -> [[String: Any]] {
        let chain = ["chain": api.chain, "host": "api.example.com"]
        let other = try api.issuing.issueLeaf("other.example.com", key: TestKey.shared(.ecdsaP256, "cache other"))
        let stranger = try TestAuthority.root("Stranger", key: TestKey.shared(.ecdsaP256, "cache stranger"))
        let namesake = try api.root.issueAuthority(
            "API Test Issuing",
            key: TestKey.shared(.ecdsaP256, "cache namesake")
        )
        let forged = try namesake.issueLeaf("api.example.com", key: TestKey.shared(.ecdsaP256, "cache forged"))
        let inline: [String: Any] = ["evaluator": "default", "anchors": [stranger.certificate.pem]]
        let plain: [[String: Any]] = [
            chain, ["chain": api.chain, "host": "www.example.com"],
            ["chain": [api.leaf.pem], "host": "api.example.com"],
            ["chain": forged.pem + api.issuing.certificate.pem, "host": "api.example.com"],
            ["chain": other.pem + api.issuing.certificate.pem, "host": "other.example.com"],
        ]
        let further: [[String: Any]] = [
            ["policy": "pinned"], ["policy": "changing"], ["policy": "unknown"], ["policy": inline], ["explain": true],
            ["nonce": "7"], ["policy": "pinned", "at": pinsEnd.adding(seconds: 1).description],
            ["policy": "changing", "at": end.description],
        ]
        let timed = [begin.adding(seconds: -1), begin, end, end.adding(seconds: 1)].map { instant in
            ["at": instant.description] as [String: Any]
        }
        return plain + (further + timed).map { $0.merging(chain) { own, _ in own } }
    }

    private static func special(_ api: APIFixture, _ text: String) -> [Request] {
        let pem = [("Content-Type", "application/x-pem-file")]
        return [
            Request(target: "/v1/evaluations?failOnUntrusted=1", body: text),
            Request(body: "{"),
            Request(body: text, headers: [("Content-Type", "application/json"), ("Accept", "text/plain")]),
            Request(target: "/v1/evaluations?host=api.example.com", body: api.chain, headers: pem),
            Request(target: "/v1/evaluations", body: api.chain, headers: pem),
        ]
    }
}
