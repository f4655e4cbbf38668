import Testing

@testable import TrustAPI

@Suite struct `A verdict cache key` {
    private func key(_ body: [UInt8], isPEM: Bool = false, target: String = "") -> AnswerCacheKey {
        AnswerCacheKey(body: body, parameters: RequestParameters(isPEM: isPEM, target: Array(target.utf8)))
    }

    /// The arguments include the boundaries of comparison windows and of hashed words.
    @Test(arguments: [0, 1, 7, 63, 127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 1000])
    func `is equal only for equal bodies`(length: Int) {
        let body = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
        #expect(key(body) == key(body + []))
        #expect(key(body).sketch == key(body + []).sketch)
        #expect(key(body).copy == key(body))
        #expect(key(body) != key(body + [0]))
        var unseen = 0
        for position in body.indices {
            var other = body
            other[position] ^= 1 << (position % 8)
            #expect(key(body) != key(other), "the byte at \(position)")
            if key(body).sketch == key(other).sketch { unseen += 1 }
        }
        // Otherwise, the test does not show that bodies are compared.
        #expect((unseen > 0) == (length > 256))
    }

    @Test func `differs by body format and by query`() {
        let body = Array("the same".utf8)
        #expect(key(body) != key(body, isPEM: true))
        #expect(key(body, target: "/?host=a") != key(body, target: "/?host=b"))
        #expect(key(body, target: "/?host=a") == key(body, target: "/?host=a"))
    }

    @Test func `distinguishes requests with the same sketch in a per-thread cache`()
        throws
    {
        let api = try APIFixture(caches: CacheSizes(verdicts: 1000))
        // The difference is far from both ends, which are hashed completely.
        func body(_ host: String, padding: Int) throws -> [UInt8] {
            let json = try APIFixture.json(["chain": api.chain, "host": host])
            return Array(String(repeating: " ", count: padding).utf8) + json.utf8 + [UInt8](repeating: 0x20, count: 200)
        }
        var alike = 0
        for padding in 0..<40 {
            let (own, foreign) = (
                try body("api.example.com", padding: padding), try body("apj.example.com", padding: padding)
            )
            guard key(own).sketch == key(foreign).sketch else { continue }
            alike += 1
            for _ in 0..<4 { #expect(trusted(api, own) == true) }
            #expect(trusted(api, foreign) == false)
            #expect(trusted(api, own) == true)
        }
        #expect(alike > 0)
    }

    @Test func `distinguishes query and media type in a per-thread cache`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 1000))
        func trusted(_ host: String, _ type: String = "application/x-pem-file") -> Bool? {
            let headers = [("Content-Type", type)]
            let answer = api.send("POST", "/v1/evaluations?host=\(host)", headers: headers, body: Array(api.chain.utf8))
            return answer.object["trusted"] as? Bool
        }
        for _ in 0..<4 { #expect(trusted("api.example.com") == true) }
        #expect(trusted("apj.example.com") == false)
        #expect(trusted("api.example.com", "application/json") == nil)
        #expect(trusted("api.example.com") == true)
    }

    private func trusted(_ api: APIFixture, _ body: [UInt8]) -> Bool? {
        let answer = api.send("POST", "/v1/evaluations", headers: [("Content-Type", "application/json")], body: body)
        return answer.object["trusted"] as? Bool
    }
}
