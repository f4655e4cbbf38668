/// The events of a response that lasts for as long as the client reads, such as server-sent events.
///
/// The server takes the socket from libmicrohttpd, so that the response occupies neither a worker nor a connection of it.
/// The responder limits the number of such responses, and closes them by ``HTTPEventStream/end(with:)``.
package final class HTTPEvents: Sendable {
    /// The first bytes of the body.
    package let first: [UInt8]
    /// The bytes that show every ``HTTPEventStream/pingInterval`` that the server is alive.
    package let ping: [UInt8]
    /// Called once, after the first bytes were written; not if the client has disconnected before.
    package let began: @Sendable (HTTPEventStream) -> Void
    /// Returns the bytes that precede the end of the response if the server ends it.
    package let lastWords: @Sendable (HTTPFailure) -> [UInt8]
    /// Called once when the response has ended, possibly before ``began`` is called on another thread.
    package let ended: @Sendable (HTTPEventEnd) -> Void

    /// Creates the events of a response.
    package init(
        first: [UInt8],
        ping: [UInt8],
        began: @escaping @Sendable (HTTPEventStream) -> Void,
        lastWords: @escaping @Sendable (HTTPFailure) -> [UInt8],
        ended: @escaping @Sendable (HTTPEventEnd) -> Void
    ) {
        (self.first, self.ping) = (first, ping)
        (self.began, self.lastWords, self.ended) = (began, lastWords, ended)
    }
}

/// The ways in which a response with events ends.
package enum HTTPEventEnd: String, Sendable, CaseIterable {
    /// The responder ended it.
    case answered
    /// The client disconnected.
    case disconnect
    /// The client did not read.
    case behind
    /// The memory for unread events was exhausted.
    case memory
    /// The server stopped.
    case shutdown
}
