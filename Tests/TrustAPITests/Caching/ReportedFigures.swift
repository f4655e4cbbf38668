import Testing

/// What `/v1/status` says of a cache.
struct ReportedFigures {
    let entries: Int
    let hits: Int
    let misses: Int
    let evictions: Int

    init(of name: String, _ api: APIFixture) throws {
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]])
        let figures = try #require(caches[name])
        // Signatures are bounded by their number alone.
        let isWeighed = name != "signatures"
        #expect(Set(figures.keys) == Set(["entries", "hits", "misses", "evictions"] + (isWeighed ? ["bytes"] : [])))
        entries = try #require(figures["entries"])
        hits = try #require(figures["hits"])
        misses = try #require(figures["misses"])
        evictions = try #require(figures["evictions"])
    }
}
