import Testing
import TrustTestSupport

@Suite struct `Cache statistics` {
    private static let names = ["verdicts", "certificates", "signatures"]

    /// Returns `entries hits misses evictions` of each cache, after checking that status and metrics agree.
    private func figures(_ api: APIFixture) throws -> [String] {
        try Self.names.map { name in
            let figures = try ReportedFigures(of: name, api)
            let page = api.send("GET", "/metrics").text.split(separator: "\n")
            for (metric, value) in [
                ("entries", figures.entries), ("hits_total", figures.hits), ("misses_total", figures.misses),
                ("evictions_total", figures.evictions),
            ] {
                let samples = page.filter { $0.hasPrefix("anchord_cache_\(metric){cache=\"\(name)\"}") }
                #expect(samples == ["anchord_cache_\(metric){cache=\"\(name)\"} \(value)"])
            }
            return "\(figures.entries) \(figures.hits) \(figures.misses) \(figures.evictions)"
        }
    }

    @Test func `change in status and metrics with requests`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 2, certificates: 3, signatures: 2))
        func ask(_ host: String, _ chain: String) throws {
            #expect(try api.evaluate(["chain": chain, "host": host]).trusted == true)
        }
        #expect(try figures(api) == ["0 0 0 0", "0 0 0 0", "0 0 0 0"])
        try ask("api.example.com", api.chain)
        #expect(try figures(api) == ["1 0 1 0", "2 0 2 0", "2 0 2 0"])
        // The second request is read, and its verdict remembered, also for another spelling of the host.
        try ask("api.example.com", api.chain)
        #expect(try figures(api) == ["1 1 1 0", "2 2 2 0", "2 0 2 0"])
        try ask("API.example.com", api.chain)
        #expect(try figures(api) == ["1 2 1 0", "2 4 2 0", "2 0 2 0"])
        // The third is found by its bytes, without lookups in the other caches.
        try ask("api.example.com", api.chain)
        #expect(try figures(api) == ["1 3 1 0", "2 4 2 0", "2 0 2 0"])
        // Another leaf of the same issuer fits into the certificate cache, but not into the signature cache.
        let other = try api.issuing.issueLeaf("other.example.com", key: TestKey.shared(.ecdsaP256, "figures other"))
        try ask("other.example.com", other.pem + api.issuing.certificate.pem)
        #expect(try figures(api) == ["2 3 2 0", "3 5 3 0", "2 1 3 1"])
        let third = try api.issuing.issueLeaf("third.example.com", key: TestKey.shared(.ecdsaP256, "figures third"))
        try ask("third.example.com", third.pem + api.issuing.certificate.pem)
        #expect(try figures(api) == ["2 3 3 1", "3 6 4 1", "2 2 4 2"])
    }

    @Test func `are zero if the caches are off`() throws {
        let api = try APIFixture()
        for _ in 0..<2 { #expect(try api.evaluate(["chain": api.chain, "host": "api.example.com"]).trusted == true) }
        #expect(try figures(api).allSatisfy { $0.hasPrefix("0 0 ") && $0.hasSuffix(" 0") })
    }
}
