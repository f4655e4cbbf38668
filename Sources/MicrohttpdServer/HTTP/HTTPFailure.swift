/// The reason that the server rejects a request or a connection; the responder creates the response.
///
/// libmicrohttpd itself answers some errors with a short page, and closes the connection:
///
/// - a head larger than the connection's memory: 414 or 431
/// - a malformed request line or header line: 400, or no response
/// - a Content-Length that is not a number: 400 or 413; libmicrohttpd 0.9.75 sends this response head twice
/// - an unsupported version: 505
/// - malformed chunks: 400 or 413
package enum HTTPFailure: Error, Sendable, Equatable {
    /// 400: the framing is ambiguous, or the target or a field violates the grammar; the text describes the defect.
    case malformedRequest(String)
    /// 413: the body is longer than the limit in bytes.
    case bodyTooLarge(limit: Int)
    /// 501: the transfer coding is not chunked (RFC 9112 §6.1); the text is the value of the field.
    case unsupportedTransferEncoding(String)
    /// 417: the expectation is not 100-continue (RFC 9110 §10.1.1).
    case expectationFailed
    /// 408: the head and the body were not received in time.
    case requestTimeout
    /// 503: the server has too many connections.
    case tooManyConnections(retryAfterSeconds: Int)
    /// 503: the server has too many batches in progress.
    case tooManyBatches(retryAfterSeconds: Int)
    /// 429: the address or user has too many batches in progress.
    case tooManyBatchesFromAddress(retryAfterSeconds: Int)
    /// 503: the memory for bodies, batches and responses is exhausted.
    case tooManyBufferedBytes(retryAfterSeconds: Int)
    /// 503: the server stopped before the response was complete; only for batches.
    case serverEnding
    /// 429: the address or user has too many connections.
    case tooManyConnectionsFromAddress(retryAfterSeconds: Int)
    /// 503: too many requests wait.
    case tooManySuspended(retryAfterSeconds: Int)
    /// 503: too many requests of the same client wait.
    case tooManySuspendedOfClient(retryAfterSeconds: Int)
    /// 503: the answer was not available within the maximum wait.
    case answerTimeout(retryAfterSeconds: Int)
    /// 503: the rules have changed since some of the items of a batch were answered.
    case outdated(retryAfterSeconds: Int)
    /// 503: the server stopped while the request waited.
    case stoppedWhileSuspended(retryAfterSeconds: Int)
}

extension HTTPFailure {
    /// The failure for exhausted memory, with a short Retry-After, since other requests end within seconds.
    static let outOfBuffers = tooManyBufferedBytes(retryAfterSeconds: 1)

    /// The failures of a request that waits, with the same Retry-After.
    static let excessSuspension = tooManySuspended(retryAfterSeconds: 1)
    static let excessOfClient = tooManySuspendedOfClient(retryAfterSeconds: 1)
    static let outdatedAnswers = outdated(retryAfterSeconds: 1)
    static let lateAnswer = answerTimeout(retryAfterSeconds: 1)
    /// The failure of a request when the server stops, and of a task whose answer is no longer needed.
    package static let stoppedSuspension = stoppedWhileSuspended(retryAfterSeconds: 1)

    /// The value of Retry-After, if the failure is temporary.
    package var retryAfterSeconds: Int? {
        switch self {
        case .tooManyConnections(let seconds), .tooManyConnectionsFromAddress(let seconds),
            .tooManyBatches(let seconds), .tooManyBatchesFromAddress(let seconds), .tooManyBufferedBytes(let seconds),
            .tooManySuspended(let seconds), .tooManySuspendedOfClient(let seconds), .answerTimeout(let seconds),
            .outdated(let seconds), .stoppedWhileSuspended(let seconds):
            seconds
        default: nil
        }
    }
}
