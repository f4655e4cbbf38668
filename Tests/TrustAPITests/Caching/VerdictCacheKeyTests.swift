import Testing

@testable import TrustAPI

@Suite struct `What was asked` {
    private func asked(_ body: [UInt8], isPEM: Bool = false, target: String = "") -> VerdictCacheKey {
        VerdictCacheKey(body: body, form: RequestParameters(isPEM: isPEM, target: Array(target.utf8)))
    }

    /// Around the windows that are compared at once, and the words that are sketched.
    @Test(arguments: [0, 1, 7, 63, 127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 1000])
    func `is the same for the same bytes alone`(length: Int) {
        let body = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
        #expect(asked(body) == asked(body + []))
        #expect(asked(body).sketch == asked(body + []).sketch)
        #expect(asked(body).copy == asked(body))
        #expect(asked(body) != asked(body + [0]))
        var unseen = 0
        for position in body.indices {
            var other = body
            other[position] ^= 1 << (position % 8)
            #expect(asked(body) != asked(other), "the byte at \(position)")
            if asked(body).sketch == asked(other).sketch { unseen += 1 }
        }
        // Else nothing here shows that bodies are compared.
        #expect((unseen > 0) == (length > 256))
    }

    @Test func `is another thing in another form, and with another query`() {
        let body = Array("the same".utf8)
        #expect(asked(body) != asked(body, isPEM: true))
        #expect(asked(body, target: "/?host=a") != asked(body, target: "/?host=b"))
        #expect(asked(body, target: "/?host=a") == asked(body, target: "/?host=a"))
    }

    @Test func `again by one worker is answered as what it is, however much it looks like what was asked before`()
        throws
    {
        let api = try APIFixture(caches: CacheSizes(verdicts: 1000))
        // Far from both ends, which are sketched whole.
        func body(_ host: String, padding: Int) throws -> [UInt8] {
            let json = try APIFixture.json(["chain": api.chain, "host": host])
            return Array(String(repeating: " ", count: padding).utf8) + json.utf8 + [UInt8](repeating: 0x20, count: 200)
        }
        var alike = 0
        for padding in 0..<40 {
            let (own, foreign) = (
                try body("api.example.com", padding: padding), try body("apj.example.com", padding: padding)
            )
            guard asked(own).sketch == asked(foreign).sketch else { continue }
            alike += 1
            for _ in 0..<4 { #expect(trusted(api, own) == true) }
            #expect(trusted(api, foreign) == false)
            #expect(trusted(api, own) == true)
        }
        #expect(alike > 0)
    }

    @Test func `again by one worker is answered by its query and media type`() throws {
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
