import Foundation
import Testing
import TrustTestSupport

/// Tests of the limit `caches.verdictBytes`.
@Suite struct `The size limit of the verdict cache` {
    /// Returns the statistics after a repeated request.
    private func figures(afterTwice api: APIFixture) throws -> [String: Int] {
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com", "explain": true])
        for _ in 0..<2 { #expect(api.post("/v1/evaluations", body).status == 200) }
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]])
        return try #require(caches["verdicts"])
    }

    @Test(arguments: [40_000, 65_536, 1 << 20]) func `permits an explained verdict even if it is small`(
        bytes: Int
    ) throws {
        let figures = try figures(afterTwice: APIFixture(caches: CacheSizes(verdicts: 65536, verdictBytes: bytes)))
        #expect(figures["hits"] == 1)
        #expect(figures["misses"] == 1)
        #expect(try #require(figures["bytes"]) > 1000)
        #expect(try #require(figures["bytes"]) <= bytes)
    }

    @Test func `counts the names in reasons`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 100))
        let names = (0..<1000).map { "a-name-that-is-longer-than-an-inline-string-\($0).example.com" }
        let leaf = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.subjectAlternativeNames = names.map { .dns($0) }
        }
        let chain = leaf.pem + api.issuing.certificate.pem
        #expect(try api.evaluate(["chain": chain, "host": "api.example.com"]).trusted == false)
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]])
        let bytes = try #require(caches["verdicts"]?["bytes"])
        // The names are in the certificate and in the facts of `host.mismatch`.
        #expect(bytes > 2 * names.reduce(0) { $0 + $1.utf8.count })
    }

    @Test func `disables the cache if it is 0`() throws {
        let figures = try figures(afterTwice: APIFixture(caches: CacheSizes(verdicts: 1000, verdictBytes: 0)))
        #expect(figures == ["entries": 0, "bytes": 0, "hits": 0, "misses": 0, "evictions": 0])
    }
}
