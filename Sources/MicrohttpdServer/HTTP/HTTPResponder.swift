/// Decides what is answered; the server only carries requests to it and answers back.
///
/// Every function may be called from several threads at once, must not wait for the server, and must not drain it.
package protocol HTTPResponder: Sendable {
    /// Decides how a request is handled; called when its head is complete and before its body is read.
    ///
    /// The decision to take a body whole holds for all heads on the same connection that differ only in the length of the
    /// body, and is not asked for again. A refused request with a body is answered at once and its connection ends; without
    /// a body the connection stays open.
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

/// The decision about a request, made by its head.
package enum HTTPAdmission: Sendable {
    /// It is answered so, whatever its body.
    case refused(HTTPResponse)
    /// Its body is let in, and this answers it once it is whole.
    case whole(HTTPAnswerer)
    /// Its body is let in, and answered item by item.
    case items(HTTPBatch)
}
