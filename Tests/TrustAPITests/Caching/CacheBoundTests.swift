import Foundation
import Testing

/// What the bytes of `caches.verdictBytes` are good for.
@Suite struct `The bound of remembered answers` {
    /// The figures after a question was asked twice.
    private func figures(afterTwice api: APIFixture) throws -> [String: Int] {
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com", "explain": true])
        for _ in 0..<2 { #expect(api.post("/v1/evaluations", body).status == 200) }
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]])
        return try #require(caches["verdicts"])
    }

    @Test(arguments: [20_000, 32_768, 65_536, 1 << 20]) func `has room for an explained one, however small it is`(
        bytes: Int
    ) throws {
        let figures = try figures(afterTwice: APIFixture(caches: CacheSizes(verdicts: 65536, verdictBytes: bytes)))
        #expect(figures["hits"] == 1)
        #expect(figures["misses"] == 1)
        #expect(try #require(figures["bytes"]) > 1000)
        #expect(try #require(figures["bytes"]) <= bytes)
    }

    @Test func `turns the cache off with none`() throws {
        let figures = try figures(afterTwice: APIFixture(caches: CacheSizes(verdicts: 1000, verdictBytes: 0)))
        #expect(figures == ["entries": 0, "bytes": 0, "hits": 0, "misses": 0, "evictions": 0])
    }
}
