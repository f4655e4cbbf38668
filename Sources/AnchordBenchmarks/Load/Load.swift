/// A load of requests over several connections, each of which sends a request as soon as it has received a response.
struct Load {
    enum End {
        case requests(Int)
        case nanoseconds(UInt64)
    }

    let address: ServerAddress
    let connections: Int
    /// The requests, which are sent in turn.
    let requests: [[UInt8]]

    /// Sends requests until the end and waits for the last responses.
    ///
    /// - Throws: ``LoadFailure`` at the first response that does not trust the chain.
    func run(until end: End) throws -> LoadResult {
        var run = try LoadRun(self, until: end)
        return try run.result()
    }
}
