import Testing

/// The statistics of a cache in `/v1/status`.
struct ReportedFigures {
    let entries: Int
    let hits: Int
    let misses: Int
    let evictions: Int

    init(of name: String, _ api: APIFixture) throws {
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]])
        let figures = try #require(caches[name])
        // The cache of signatures has no size limit in bytes.
        let isWeighed = name != "signatures"
        #expect(Set(figures.keys) == Set(["entries", "hits", "misses", "evictions"] + (isWeighed ? ["bytes"] : [])))
        entries = try #require(figures["entries"])
        hits = try #require(figures["hits"])
        misses = try #require(figures["misses"])
        evictions = try #require(figures["evictions"])
    }
}
