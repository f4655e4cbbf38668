/// Handles the requests of a server.
///
/// All methods may be called from several threads concurrently. The methods must not wait for the server or drain it.
package protocol HTTPResponder: Sendable {
    /// Decides how a request is handled; called when its head was received, before its body.
    ///
    /// A refused request with a body is answered at once, and its connection is closed. A refused request without a
    /// body does not close its connection.
    func admit(_ head: HTTPRequestHead) -> HTTPAdmission

    /// Creates the response to a request that the server rejects.
    ///
    /// The server itself defines no format for errors. `accept` has the values of the request's Accept fields; it is
    /// empty if the head was not received.
    func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse

    /// Looks for changes about which the open event streams must inform their clients.
    ///
    /// While there are such streams, their thread calls it four times a second. It must not take long.
    func advanceEvents()
}

extension HTTPResponder {
    /// Does nothing, which suffices for a responder without events.
    package func advanceEvents() {}

    /// Creates the response to a request that the server rejects before it has received the head.
    package func response(to failure: HTTPFailure) -> HTTPResponse { response(to: failure, accept: []) }
}

/// Creates the response to a request from its complete body, which does not exceed the configured limit, and its trace.
///
/// Called on the worker thread that owns the connection, and blocks the other connections of that worker.
package typealias HTTPAnswerer =
    @Sendable (_ body: [UInt8], _ trace: TraceContext?) -> HTTPAnswer<HTTPResponse>

/// The decision about a request, based on its head.
package enum HTTPAdmission: Sendable {
    /// The request is answered with this response, without its body.
    case refused(HTTPResponse)
    /// The answerer creates the response once the whole body is received.
    ///
    /// With `remembersHead`, the decision also applies to later requests on the same connection whose heads differ only
    /// in the length of the body and in the trace; `admit` is not called for them. Set it only if the decision depends on the head and
    /// the connection alone. A decision that can change, such as one based on a token that expires or can be revoked,
    /// must not be remembered.
    case whole(HTTPAnswerer, remembersHead: Bool)
    /// The body is answered item by item.
    case items(HTTPBatch)
}
