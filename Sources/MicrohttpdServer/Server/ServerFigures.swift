/// The server's figures since its start; all but `connections`, `batches` and `bufferedBytes` only grow.
package struct ServerFigures: Sendable, Equatable {
    /// Connections open now.
    package var connections = 0
    /// Connections taken in.
    package var acceptedConnections = 0
    /// Connections answered with 503, since the server had as many as it may have.
    package var refusedConnections = 0
    /// Connections answered with 429, since their address or user had as many as it may have.
    package var refusedConnectionsFromAddress = 0
    /// Times that accepting failed for lack of descriptors or memory.
    package var acceptFailures = 0
    /// Requests whose request line arrived.
    package var requests = 0
    /// Answers sent whole, refusals included.
    package var answers = 0
    /// Requests that ended otherwise: the peer vanished, broke off or did not read, they were too slow or too long, or
    /// libmicrohttpd refused them on its own.
    package var abandonedRequests = 0
    /// Requests answered with 408 or cut for being too slow.
    package var timedOutRequests = 0
    /// Requests refused as malformed.
    package var malformedRequests = 0
    /// Requests refused for the length of their body.
    package var bodiesTooLarge = 0
    /// Requests refused for their transfer coding.
    package var unsupportedTransferEncodings = 0
    /// Requests refused for their expectation.
    package var expectationsFailed = 0
    /// Batches open now.
    package var batches = 0
    /// Batches answered with 503, since there were as many as there may be.
    package var refusedBatches = 0
    /// Batches answered with 429, since their address or user had as many as it may have.
    package var refusedBatchesFromAddress = 0
    /// Bytes that bodies, batches and answers hold now.
    package var bufferedBytes = 0
    /// Requests answered with 503, or cut, since bodies, batches and answers held as many bytes as they may.
    package var refusedForMemory = 0

    /// All counters at zero.
    package init() {}
}

/// How a drain ended.
package struct DrainResult: Sendable, Equatable {
    /// Answers sent whole between the call and its end.
    package var finished: Int
    /// Requests that had begun and were cut at the deadline.
    package var cut: Int

    /// Holds both counts.
    package init(finished: Int, cut: Int) {
        self.finished = finished
        self.cut = cut
    }
}
