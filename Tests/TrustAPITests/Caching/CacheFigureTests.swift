import Testing
import TrustTestSupport

@Suite struct `The figures of the caches` {
    private static let names = ["verdicts", "certificates", "signatures"]

    /// What status says of each, as `entries hits misses evictions`, once metrics are seen to say the same.
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

    @Test func `move in status and metrics with what is asked`() throws {
        let api = try APIFixture(caches: CacheSizes(verdicts: 2, certificates: 3, signatures: 2))
        func ask(_ host: String, _ chain: String) throws {
            #expect(try api.evaluate(["chain": chain, "host": host]).trusted == true)
        }
        #expect(try figures(api) == ["0 0 0 0", "0 0 0 0", "0 0 0 0"])
        try ask("api.example.com", api.chain)
        #expect(try figures(api) == ["1 0 1 0", "2 0 2 0", "2 0 2 0"])
        // The same is found before anything below is asked for.
        try ask("api.example.com", api.chain)
        #expect(try figures(api) == ["1 1 1 0", "2 0 2 0", "2 0 2 0"])
        // The same chain, asked about otherwise.
        try ask("API.example.com", api.chain)
        #expect(try figures(api) == ["2 1 2 0", "2 2 2 0", "2 2 2 0"])
        // For another leaf of the same issuer there is still room, for its signature there is not.
        let other = try api.issuing.issueLeaf("other.example.com", key: TestKey.shared(.ecdsaP256, "figures other"))
        try ask("other.example.com", other.pem + api.issuing.certificate.pem)
        #expect(try figures(api) == ["2 1 3 1", "3 3 3 0", "2 3 3 1"])
        let third = try api.issuing.issueLeaf("third.example.com", key: TestKey.shared(.ecdsaP256, "figures third"))
        try ask("third.example.com", third.pem + api.issuing.certificate.pem)
        #expect(try figures(api) == ["2 1 4 2", "3 4 4 1", "2 4 4 2"])
    }

    @Test func `are there, and nothing, where nothing is remembered`() throws {
        let api = try APIFixture()
        for _ in 0..<2 { #expect(try api.evaluate(["chain": api.chain, "host": "api.example.com"]).trusted == true) }
        #expect(try figures(api).allSatisfy { $0.hasPrefix("0 0 ") && $0.hasSuffix(" 0") })
    }
}
