/// Requests that are sent over a number of connections, each the next one as soon as its answer is there.
struct Load {
    /// When to stop.
    enum End {
        /// After this many requests.
        case requests(Int)
        /// After this many nanoseconds.
        case nanoseconds(UInt64)
    }

    /// Where to.
    let address: ServerAddress
    /// How many connections, all of which stay open.
    let connections: Int
    /// What is sent, in turn.
    let requests: [[UInt8]]

    /// Sends until the end and waits for the last answers.
    ///
    /// - Throws: ``LoadFailure`` at the first answer that is not a verdict that trusts.
    func run(until end: End) throws -> LoadResult {
        var run = try LoadRun(self, until: end)
        return try run.result()
    }
}
