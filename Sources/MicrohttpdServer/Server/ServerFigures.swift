/// The statistics of a server since its start; all but `connections`, `batches`, `eventStreams`, `bufferedBytes` and
/// `suspended` only increase.
package struct ServerFigures: Sendable, Equatable {
    /// Open connections.
    package var connections = 0
    /// Connections accepted.
    package var acceptedConnections = 0
    /// Connections rejected with status 503 because the server had too many.
    package var refusedConnections = 0
    /// Connections rejected with status 429 because their address or user had too many.
    package var refusedConnectionsFromAddress = 0
    /// Failures to accept a connection for lack of descriptors, memory or threads.
    package var acceptFailures = 0
    /// Requests whose request line was received.
    package var requests = 0
    /// Responses sent completely, including errors.
    package var answers = 0
    /// Requests that ended without a complete response.
    ///
    /// The client disconnected or did not read, the request was too slow or long, or libmicrohttpd itself rejected it.
    package var abandonedRequests = 0
    /// Requests rejected with status 408 or aborted because the client was too slow.
    package var timedOutRequests = 0
    /// Requests rejected as malformed.
    package var malformedRequests = 0
    /// Requests rejected because their body is too long.
    package var bodiesTooLarge = 0
    /// Requests rejected because of their transfer coding.
    package var unsupportedTransferEncodings = 0
    /// Requests rejected because of their expectation.
    package var expectationsFailed = 0
    /// Batches in progress.
    package var batches = 0
    /// Batches rejected with status 503 because there were too many.
    package var refusedBatches = 0
    /// Batches rejected with status 429 because their address or user had too many.
    package var refusedBatchesFromAddress = 0
    /// Open event streams.
    package var eventStreams = 0
    /// Bytes reserved for bodies, batches and responses.
    package var bufferedBytes = 0
    /// Requests rejected with status 503, or aborted, because the memory for bodies, batches and responses was
    /// exhausted.
    package var refusedForMemory = 0
    /// Requests that wait for a later answer.
    package var suspended = 0
    /// Requests rejected with status 503 because too many waited for a later answer.
    package var refusedSuspensions = 0
    /// Suspended connections resumed because the answer was provided, or its promise released.
    package var resumedByAnswer = 0
    /// Suspended connections resumed because the answer was not available within the maximum wait.
    package var resumedByTimeLimit = 0
    /// Suspended connections resumed because the client disconnected.
    package var resumedByHangUp = 0
    /// Suspended connections resumed because the server stopped.
    package var resumedByStop = 0

    /// Creates statistics with all counts at zero.
    package init() {}
}

/// The result of draining a server.
package struct DrainResult: Sendable, Equatable {
    /// The number of responses sent completely during the drain, except those that report the stop of the server.
    package var finished: Int
    /// The number of requests aborted at the deadline, or answered with the stop of the server.
    package var cut: Int

    /// Creates a result.
    package init(finished: Int, cut: Int) {
        self.finished = finished
        self.cut = cut
    }
}
