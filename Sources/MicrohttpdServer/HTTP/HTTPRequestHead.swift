/// One name and value of a request target's query, decoded.
package struct HTTPQueryItem: Sendable, Hashable {
    /// The name, percent-decoded, with "+" read as a space.
    package var name: String
    /// The value, decoded alike; empty when the item has no "=".
    package var value: String

    /// Holds a decoded name and value.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What a request says before its body; immutable and shared, since clients send the same again and again.
package final class HTTPRequestHead: Sendable {
    /// The method as sent; methods are case-sensitive (RFC 9110 §9.1).
    package let method: String
    /// The request target exactly as sent.
    package let target: String
    /// The target's path, percent-decoded: "*" for the asterisk form, otherwise starting with "/".
    package let path: String
    /// The query's items in order; empty without a query.
    package let query: [HTTPQueryItem]
    /// The header fields, values without surrounding white space, but for those that say where the body ends.
    ///
    /// Host is the target's authority where the target has one (RFC 9112 §3.2.2).
    package let headers: HTTPHeaders
    /// Who sent the request.
    package let peer: HTTPPeer
    /// Which worker has the request, from 0: what is counted by worker, threads do not wait for one another to count.
    package let worker: Int

    /// Holds the parts of a head; the server fills them from the wire, tests by hand.
    package init(
        method: String,
        target: String,
        path: String,
        query: [HTTPQueryItem] = [],
        headers: HTTPHeaders = [:],
        peer: HTTPPeer = .unix(uid: nil),
        worker: Int = 0
    ) {
        self.method = method
        self.target = target
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
        self.worker = worker
    }
}
