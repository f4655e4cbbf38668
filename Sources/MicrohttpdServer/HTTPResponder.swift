/// Decides what is answered; the server only carries requests to it and answers back.
///
/// Every function may be called from several threads at once, must not wait for the server, and must not drain it.
package protocol HTTPResponder: Sendable {
    /// Called when the head is complete and before the body is read: what becomes of the request.
    ///
    /// What is said of a head whose body is taken whole holds for all heads on the same connection that have the same
    /// bytes but for the length of the body, and is not asked again. A refused request with a body is answered at once
    /// and its connection ends; without a body the connection lives on.
    func admit(_ head: HTTPRequestHead) -> HTTPAdmission

    /// Answers for the server when it refuses on its own; the room knows no error format.
    ///
    /// - Parameters:
    ///   - failure: why the server refuses.
    ///   - accept: the values of the request's Accept fields; empty where its head was not read.
    /// - Returns: the answer.
    func response(to failure: HTTPFailure, accept: [String]) -> HTTPResponse
}

extension HTTPResponder {
    /// Answers for the server when it refuses before a request's head was read.
    package func response(to failure: HTTPFailure) -> HTTPResponse { response(to: failure, accept: []) }
}

/// Answers requests that have one head, each by its whole body, which is never longer than the configured limit.
///
/// Called on the worker thread that owns the connection; other connections of that worker wait.
package typealias HTTPAnswerer = @Sendable (_ body: [UInt8]) -> HTTPProgress

/// How far an answer has come.
///
/// Long work is divided into steps: requests under way on one worker take each step one after the other, so that the
/// processor fetches its instructions once for all of them. What may take long is a step, so that answers which are
/// made already go out before it.
package enum HTTPProgress {
    case answer(HTTPResponse)
    /// What is to be done next, on the same thread.
    case step(() -> HTTPProgress)

    /// The answer, after all steps that are left.
    package var response: HTTPResponse {
        switch self {
        case .answer(let response): response
        case .step(let next): next().response
        }
    }
}

/// What becomes of a request, by its head.
package enum HTTPAdmission: Sendable {
    /// It is answered so, whatever its body.
    case refused(HTTPResponse)
    /// Its body is let in, and this answers it once it is whole.
    case whole(HTTPAnswerer)
    /// Its body is let in, and answered item by item.
    case items(HTTPBatch)
}
