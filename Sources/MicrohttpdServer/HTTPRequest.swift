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

/// What a request says before its body.
package struct HTTPRequestHead: Sendable {
    /// The method as sent; methods are case-sensitive (RFC 9110 §9.1).
    package var method: String
    /// The request target exactly as sent.
    package var target: String
    /// The target's path, percent-decoded: "*" for the asterisk form, otherwise starting with "/".
    package var path: String
    /// The query's items in order; empty without a query.
    package var query: [HTTPQueryItem]
    /// The header fields, values without surrounding white space.
    ///
    /// Host is the target's authority where the target has one (RFC 9112 §3.2.2).
    package var headers: HTTPHeaders
    /// Who sent the request.
    package var peer: HTTPPeer
    /// Which worker has the request, from 0: what is counted by worker, threads do not wait for one another to count.
    package var worker: Int

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

/// A request received whole.
package struct HTTPRequest: Sendable {
    /// What came before the body.
    package var head: HTTPRequestHead
    /// The body without its transfer coding; never longer than the configured limit.
    package var body: [UInt8]

    /// Holds a head and a body.
    package init(head: HTTPRequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}
