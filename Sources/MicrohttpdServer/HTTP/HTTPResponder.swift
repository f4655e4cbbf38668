/// Decides what is answered; the server only carries requests to it and answers back.
///
/// Every function may be called from several threads at once, must not wait for the server, and must not drain it.
package protocol HTTPResponder: Sendable {
    /// Decides how a request is handled; called when its head is complete and before its body is read.
    ///
    /// A refused request with a body is answered at once and its connection ends; without a body the connection stays open.
    func admit(_ head: HTTPRequestHead) -> HTTPAdmission

    /// Creates the answer to a request that the server itself refuses; the server defines no format for errors.
    ///
    /// - Parameters:
    ///   - failure: why the server refuses.
    ///   - accept: the values of the request's Accept fields; empty where its head was not read.
    /// - Returns: the answer.
    func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse
}

extension HTTPResponder {
    /// Creates the answer to a request that the server refuses before it has read the head.
    package func response(to failure: HTTPFailure) -> HTTPResponse { response(to: failure, accept: []) }
}

/// Answers requests that have one head, each by its whole body, which is never longer than the configured limit.
///
/// Called on the worker thread that owns the connection; other connections of that worker wait.
package typealias HTTPAnswerer = @Sendable (_ body: [UInt8]) -> HTTPProgress<HTTPResponse>

/// How far an answer has come.
///
/// Long work is divided into steps: requests under way on one worker take each step one after the other, so that the
/// processor fetches its instructions once for all of them. What may take long is a step, so that answers which are
/// made already go out before it.
///
/// The server takes answers that are responses; a responder may make another type of answer first.
package enum HTTPProgress<Answer> {
    case answer(Answer)
    /// The next part of the work, on the same thread.
    case step(() -> HTTPProgress)

    /// Takes all steps that are left, and returns the answer.
    package func finish() -> Answer {
        switch self {
        case .answer(let answer): answer
        case .step(let next): next().finish()
        }
    }
}

/// The decision about a request, made by its head.
package enum HTTPAdmission: Sendable {
    /// It is answered so, whatever its body.
    case refused(HTTPResponse)
    /// Its body is let in, and this answers it once it is whole.
    ///
    /// With `remembersHead` the decision also holds for the next requests on the same connection whose heads differ in
    /// nothing but the length of the body: the responder is not asked about them. That is right only if the decision follows
    /// from the head and the connection alone. A decision that can change, such as one by a token that expires or that is
    /// revoked, must not be remembered.
    case whole(HTTPAnswerer, remembersHead: Bool)
    /// Its body is let in, and answered item by item.
    case items(HTTPBatch)
}
