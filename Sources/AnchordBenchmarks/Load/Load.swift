/// Requests over several connections; each connection sends a request as soon as it has received a response.
struct Load {
    enum End {
        case requests(Int)
        case nanoseconds(UInt64)
    }

    let address: ServerAddress
    let connections: Int
    /// The requests, sent in turn and repeated from the first one.
    let requests: [[UInt8]]

    /// Sends requests until `end`, then waits for the outstanding responses.
    ///
    /// - Throws: ``LoadFailure`` at the first response that does not trust the chain.
    func run(until end: End) throws -> LoadResult {
        var run = try LoadRun(self, until: end)
        return try run.result()
    }
}
