/// Why the server itself refuses a request or a connection; the responder turns it into an answer.
///
/// What libmicrohttpd refuses on its own never gets here: a head too large for the connection's memory (414, 431), a
/// request line or a header line it cannot parse (400 or the connection's end), a Content-Length that is no number
/// (400, 413), an unsupported version (505) and broken chunks (400, 413). Those are answered with its own short pages
/// and the connection ends; the head of the answer about Content-Length comes twice, a fault of 0.9.75.
package enum HTTPFailure: Error, Sendable, Equatable {
    /// 400: framing that conflicts, a target or a field that breaks the grammar; the text says which.
    case malformedRequest(String)
    /// 413: the body is, or grows, longer than the limit in bytes.
    case bodyTooLarge(limit: Int)
    /// 501: a transfer coding other than chunked (RFC 9112 §6.1); the text is the field's value.
    case unsupportedTransferEncoding(String)
    /// 417: an expectation other than 100-continue (RFC 9110 §10.1.1).
    case expectationFailed
    /// 408: head and body were not complete in time.
    case requestTimeout
    /// 503: the server has as many connections as it may have.
    case tooManyConnections(retryAfterSeconds: Int)
    /// 503: there are as many batches under way as there may be.
    case tooManyBatches(retryAfterSeconds: Int)
    /// 429: this address or user has as many batches under way as it may have.
    case tooManyBatchesFromAddress(retryAfterSeconds: Int)
    /// 503: bodies, batches and answers hold as many bytes as they may.
    case tooManyBufferedBytes(retryAfterSeconds: Int)
    /// 503: the server ended before the answer was whole; only batches are told.
    case serverEnding
    /// 429: this address or user has as many connections as it may have.
    case tooManyConnectionsFromAddress(retryAfterSeconds: Int)
}

extension HTTPFailure {
    /// The refusal for lack of memory; other requests end within seconds, so the client need not wait long.
    static let outOfBuffers = tooManyBufferedBytes(retryAfterSeconds: 1)

    /// The value for Retry-After, where the failure passes by itself.
    var retryAfterSeconds: Int? {
        switch self {
        case .tooManyConnections(let seconds), .tooManyConnectionsFromAddress(let seconds),
            .tooManyBatches(let seconds), .tooManyBatchesFromAddress(let seconds), .tooManyBufferedBytes(let seconds):
            seconds
        default: nil
        }
    }
}
