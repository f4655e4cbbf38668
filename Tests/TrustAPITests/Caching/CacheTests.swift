import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

@Suite struct `Cached verdicts` {
    private static let documents = ["changing.yaml": "otherwise: deny\n"]

    @Test func `have new identifiers and evaluation times`() throws {
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

    @Test func `have the nonce of each request`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 10))
        for nonce in ["once", "twice", "once", "once"] {
            let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "nonce": nonce])
            #expect(answer.object["nonce"] as? String == nonce)
            #expect(answer.response.headers["Cache-Control"] == "no-store")
        }
        #expect(try figures(api)["hits"] as? Int == 3)
        #expect(try figures(api)["entries"] as? Int == 1)
    }

    @Test func `are used until a certificate expires, or for one second if they contain the time`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 10))
        let end = Instant(secondsSince1970: api.leaf.template.notAfter.secondsSince1970)
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com"])
        func outcome(at time: Instant) throws -> (String, Int) {
            api.clock.now = time
            let answer = api.post("/v1/evaluations", body)
            return (try #require(answer.object["verdict"] as? String), try #require(try figures(api)["hits"] as? Int))
        }
        // Before that, the notice that the certificate expires soon would end the first verdict.
        #expect(try outcome(at: end.adding(seconds: -86400)) == ("trusted", 0))
        #expect(try outcome(at: end) == ("trusted", 1))
        #expect(try outcome(at: end.adding(seconds: 1)) == ("untrusted", 1))
        #expect(try outcome(at: end.adding(seconds: 1)) == ("untrusted", 2))
        #expect(try outcome(at: end.adding(seconds: 2)) == ("untrusted", 2))
        // A verdict is not used if the clock is set back before its evaluation.
        #expect(try outcome(at: end) == ("trusted", 2))
    }

    /// Sizes with per-thread copies, with too little space for this verdict's copy, and without copies.
    private static let sizesForCopies = [
        CacheSizes(verdicts: 1000), CacheSizes(verdicts: 1000, verdictBytes: 40000), CacheSizes(verdicts: 10),
    ]

    @Test(arguments: sizesForCopies)
    func `are counted once and invalidated by reloads, even if one worker repeats a request`(
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

    @Test func `are invalidated by reloads for batch items`() throws {
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
}
