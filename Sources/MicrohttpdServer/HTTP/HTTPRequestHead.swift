/// A decoded name and value of a query.
package struct HTTPQueryItem: Sendable, Hashable {
    /// The percent-decoded name, with "+" decoded as a space.
    package var name: String
    /// The value, decoded like the name; empty if the item has no "=".
    package var value: String

    /// Creates an item from decoded text.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The validated head of a request; an immutable class, so that it can be shared without copying.
package final class HTTPRequestHead: Sendable {
    /// The method, which is case-sensitive (RFC 9110 §9.1).
    package let method: String
    /// The request target as received.
    package let target: String
    /// The percent-decoded path of the target; "*" for the asterisk form, and the whole target if it has the literal
    /// prefix of the configuration.
    package let path: String
    /// The items of the query, in order.
    package let query: [HTTPQueryItem]
    /// The header fields, except the trace and those that determine the end of the body; values have no surrounding white
    /// space.
    ///
    /// An authority in the target replaces the value of Host (RFC 9112 §3.2.2).
    package let headers: HTTPHeaders
    /// The trace to which the request belongs; nil if the client states none.
    ///
    /// Requests of other traces can repeat a remembered head, so that an ``HTTPAnswerer`` is given the trace of each.
    package let trace: TraceContext?
    /// The client that sent the request.
    package let peer: HTTPPeer
    /// The index of the worker, starting at 0; it selects counters for which other threads do not contend.
    package let worker: Int
    /// The number of the connection, which no other connection of the process has.
    package let connection: UInt64

    /// Creates a head from its parts, without validation.
    package convenience init(
        method: String,
        target: String,
        path: String,
        query: [HTTPQueryItem] = [],
        headers: HTTPHeaders = [:],
        peer: HTTPPeer = .unix(uid: nil),
        worker: Int = 0,
        connection: UInt64 = 0
    ) {
        self.init(
            method: method,
            target: target,
            path: path,
            query: query,
            headers: headers,
            trace: nil,
            peer: peer,
            worker: worker,
            connection: connection
        )
    }

    /// Creates a head from its parts with a trace, without validation.
    init(
        method: String,
        target: String,
        path: String,
        query: [HTTPQueryItem],
        headers: HTTPHeaders,
        trace: TraceContext?,
        peer: HTTPPeer,
        worker: Int,
        connection: UInt64
    ) {
        self.method = method
        self.target = target
        self.path = path
        self.query = query
        self.headers = headers
        self.trace = trace
        self.peer = peer
        self.worker = worker
        self.connection = connection
    }
}
