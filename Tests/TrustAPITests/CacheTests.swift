import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

@Suite struct `Answers with caches` {
    private static let documents = [
        "pinned.yaml": """
        otherwise: pinned
        policies:
          pinned:
            evaluator: pinPublicKeys
            anchors: [ROOT]
            pins: [sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=, sha256/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBE=]
            expires: 2027-01-10T00:00:00Z
            onExpiry: open
        """,
        "changing.yaml": "otherwise: deny\n",
    ]

    /// No caches, each alone, all, and all so small that entries push each other out.
    private static let sizes = [
        CacheSizes(verdicts: 100), CacheSizes(certificates: 100), CacheSizes(signatures: 100),
        CacheSizes(certificates: 100, signatures: 100), CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
        CacheSizes(verdicts: 3, certificates: 2, signatures: 1),
        CacheSizes(verdicts: 100, verdictBytes: 9000, certificates: 2, signatures: 1),
    ]

    @Test(arguments: sizes) func `are the same as without, whatever the time, the policies and the order`(
        sizes: CacheSizes
    ) throws {
        let plain = try APIFixture(documents: Self.documents)
        let cached = try APIFixture(documents: Self.documents, caches: sizes, like: plain)
        let requests = try requests(plain)
        var answers = 0
        for (step, time) in try times(plain).enumerated() {
            plain.clock.now = time
            cached.clock.now = time
            if step == 5 {
                let document = "otherwise: open\npolicies:\n  open:\n    evaluator: disabled\n"
                try plain.write(document, to: "changing.yaml")
                try cached.write(document, to: "changing.yaml")
            }
            // Twice, so that whatever was remembered is asked for at the same time as well.
            for request in requests + requests.reversed() {
                let (ours, theirs) = (request.send(to: cached), request.send(to: plain))
                #expect(ours.status == theirs.status)
                #expect(ours.response.headers["Cache-Control"] == theirs.response.headers["Cache-Control"])
                #expect(masked(ours) == masked(theirs), "\(request.body.prefix(80)) at \(time)")
                answers += 1
            }
        }
        #expect(answers > 300)
    }

    @Test func `have identifiers and times of their own`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 10))
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com"])
        let first = api.post("/v1/evaluations", body)
        api.clock.now = APIFixture.now.adding(seconds: 61)
        let second = api.post("/v1/evaluations", body)
        #expect(first.object["id"] as? String != second.object["id"] as? String)
        #expect((second.object["id"] as? String)?.count == 36)
        #expect(second.object["evaluatedAt"] as? String == api.clock.now.description)
        #expect(try figures(api)["hits"] as? Int == 1)
    }

    @Test func `are not kept where the request has a nonce`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 10))
        for _ in 0..<3 {
            let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "nonce": "once"])
            #expect(answer.object["nonce"] as? String == "once")
        }
        #expect(try figures(api)["hits"] as? Int == 0)
        #expect(try figures(api)["entries"] as? Int == 0)
    }

    @Test func `are given again until a certificate ends, and for one second where they tell the time`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 10))
        let end = Instant(secondsSince1970: api.leaf.template.notAfter.secondsSince1970)
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com"])
        func outcome(at time: Instant) throws -> (String, Int) {
            api.clock.now = time
            let answer = api.post("/v1/evaluations", body)
            return (try #require(answer.object["verdict"] as? String), try #require(try figures(api)["hits"] as? Int))
        }
        #expect(try outcome(at: APIFixture.now) == ("trusted", 0))
        #expect(try outcome(at: end) == ("trusted", 1))
        #expect(try outcome(at: end.adding(seconds: 1)) == ("untrusted", 1))
        #expect(try outcome(at: end.adding(seconds: 1)) == ("untrusted", 2))
        #expect(try outcome(at: end.adding(seconds: 2)) == ("untrusted", 2))
        // A clock that is set back knows of nothing that was decided later.
        #expect(try outcome(at: end) == ("trusted", 2))
    }

    /// With room for a worker's own copies, with too little for this one, and with none.
    private static let sizesForCopies = [
        CacheSizes(verdicts: 1000), CacheSizes(verdicts: 1000, verdictBytes: 40000), CacheSizes(verdicts: 10),
    ]

    @Test(arguments: sizesForCopies)
    func `are counted once each, and end with the policies, also where one worker is asked the same again`(
        sizes: CacheSizes
    ) throws {
        let api = try APIFixture(documents: Self.documents, caches: sizes)
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com", "policy": "changing"])
        for round in 0..<5 {
            #expect(api.post("/v1/evaluations", body).object["trusted"] as? Bool == false)
            #expect(try figures(api)["hits"] as? Int == round)
            #expect(try figures(api)["misses"] as? Int == 1)
            #expect(try figures(api)["entries"] as? Int == 1)
        }
        try api.write("otherwise: open\npolicies:\n  open:\n    evaluator: disabled\n", to: "changing.yaml")
        for round in 0..<5 {
            #expect(api.post("/v1/evaluations", body).object["trusted"] as? Bool == true)
            #expect(try figures(api)["hits"] as? Int == 4 + round)
        }
    }

    @Test func `end with the policies for the items of batches too`() throws {
        let api = try APIFixture(documents: Self.documents, caches: CacheSizes(verdicts: 1000))
        let item = try APIFixture.json(["chain": api.chain, "host": "api.example.com", "policy": "changing"])
        let batch = "[" + [String](repeating: item, count: 40).joined(separator: ",") + "]"
        func trusted(_ isTrusted: Bool) -> Int {
            api.post("/v1/evaluations/batch", batch).text.matches(of: /"trusted":(true|false)/)
                .count { $0.output.1 == "\(isTrusted)" }
        }
        #expect(trusted(false) == 40)
        #expect(try figures(api)["hits"] as? Int == 39)
        try api.write("otherwise: open\npolicies:\n  open:\n    evaluator: disabled\n", to: "changing.yaml")
        #expect(trusted(true) == 40)
        #expect(try figures(api)["hits"] as? Int == 2 * 39)
    }

    private func figures(_ api: APIFixture) throws -> [String: Any] {
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: Any])
        return try #require(caches["verdicts"] as? [String: Any])
    }

    /// The answer without what is new each time, and without the digest of documents that name each fixture's files.
    private func masked(_ answer: Answer) -> String {
        answer.text.replacing(/"id":"[0-9a-f-]{36}"/, with: "").replacing(/"sha256:[0-9a-f]{64}"/, with: "")
    }

    private struct Request {
        var target = "/v1/evaluations"
        var body: String
        var headers: [(String, String)] = [("Content-Type", "application/json")]

        func send(to api: APIFixture) -> Answer {
            api.send("POST", target, headers: headers, body: Array(body.utf8))
        }
    }

    private func times(_ api: APIFixture) throws -> [Instant] {
        let start = APIFixture.now
        let pinsEnd = try #require(Instant(rfc3339: "2027-01-10T00:00:00Z"))
        let template = api.leaf.template
        let begin = Instant(secondsSince1970: template.notBefore.secondsSince1970)
        let end = Instant(secondsSince1970: template.notAfter.secondsSince1970)
        return [
            start, start.adding(seconds: 1), start.adding(seconds: 3600), pinsEnd.adding(seconds: -30 * 86400 - 1),
            pinsEnd.adding(seconds: -30 * 86400), start, pinsEnd, pinsEnd.adding(seconds: 1), end,
            end.adding(seconds: 1), end.adding(seconds: 86401), begin, begin.adding(seconds: -1), start,
        ]
    }

    private func requests(_ api: APIFixture) throws -> [Request] {
        let other = try api.issuing.issueLeaf("other.example.com", key: TestKey.shared(.ecdsaP256, "cache other"))
        let stranger = try TestAuthority.root("Stranger", key: TestKey.shared(.ecdsaP256, "cache stranger"))
        let inline: [String: Any] = ["evaluator": "default", "anchors": [stranger.certificate.pem]]
        let members: [[String: Any]] = [
            ["chain": api.chain, "host": "api.example.com"],
            ["chain": api.chain, "host": "www.example.com"],
            ["chain": other.pem + api.issuing.certificate.pem, "host": "other.example.com"],
            ["chain": api.chain, "host": "api.example.com", "policy": "pinned"],
            ["chain": api.chain, "host": "api.example.com", "policy": "changing"],
            ["chain": api.chain, "host": "api.example.com", "policy": "unknown"],
            ["chain": api.chain, "host": "api.example.com", "policy": inline],
            ["chain": api.chain, "host": "api.example.com", "explain": true],
            ["chain": api.chain, "host": "api.example.com", "nonce": "7"],
            ["chain": api.chain, "host": "api.example.com", "at": "2026-12-24T00:00:00Z"],
            ["chain": api.chain, "host": "api.example.com", "at": "2046-12-24T00:00:00Z", "explain": true],
            ["chain": [api.leaf.pem], "host": "api.example.com"],
        ]
        let texts = try members.map { try APIFixture.json($0) }
        let pem = [("Content-Type", "application/x-pem-file")]
        return texts.map { Request(body: $0) }
            + [
                Request(target: "/v1/evaluations?failOnUntrusted=1", body: texts[1]),
                Request(target: "/v1/evaluations?failOnUntrusted=0", body: texts[1]),
                Request(target: "/v1/evaluations?failOnUntrusted=2", body: texts[1]),
                Request(body: "{"),
                Request(body: texts[0], headers: [("Content-Type", "application/json"), ("Accept", "text/plain")]),
                Request(target: "/v1/evaluations?host=api.example.com", body: api.chain, headers: pem),
                Request(target: "/v1/evaluations?host=www.example.com", body: api.chain, headers: pem),
                Request(target: "/v1/evaluations", body: api.chain, headers: pem),
            ]
    }
}
