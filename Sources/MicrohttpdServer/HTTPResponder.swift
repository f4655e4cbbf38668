/// Decides what is answered; the server only carries requests to it and answers back.
///
/// Every function may be called from several threads at once, must not wait for the server, and must not drain it.
package protocol HTTPResponder: Sendable {
    /// Called when the head is complete and before the body is read: an answer refuses the request, nil lets the body in.
    ///
    /// What is said of a head holds for all heads with the same bytes on the same connection, and is not asked again.
    /// A refused request with a body is answered at once and its connection ends; without a body the connection lives on.
    func refusal(of head: HTTPRequestHead) -> HTTPResponse?

    /// Called for a head that is not refused: how it is answered item by item; nil for ``respond(to:)``.
    func batch(of head: HTTPRequestHead) -> HTTPBatch?

    /// Answers a complete request, on the worker thread that owns the connection; other connections of that worker wait.
    func respond(to request: HTTPRequest) -> HTTPResponse

    /// Answers for the server when it refuses on its own; the room knows no error format.
    func response(to failure: HTTPFailure) -> HTTPResponse
}

extension HTTPResponder {
    /// No request is a batch.
    package func batch(of head: HTTPRequestHead) -> HTTPBatch? { nil }
}
