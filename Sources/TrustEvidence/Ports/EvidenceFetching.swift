package import TrustEvaluation

/// Sends HTTP requests for evidence; implemented by the client of the process that opens connections.
///
/// The implementation decides which addresses may be reached, and limits the time of each request.
package protocol EvidenceFetching: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - onBegin: Called at most once on any thread when the request is being sent; not while it waits for others.
    /// - Returns: The result; any one soon after the task is canceled.
    func fetch(_ request: EvidenceRequest, onBegin: @escaping @Sendable () -> Void) async -> EvidenceResponse
}

/// An HTTP request for evidence.
package struct EvidenceRequest: Sendable, Hashable {
    /// The kind of evidence.
    package let method: EvidenceNeed.Method
    /// The `http` URL.
    package let url: String
    /// The body of a POST with the media type `application/ocsp-request`; nil for a GET.
    package let body: [UInt8]?
    /// The maximum length of the response's body, in bytes; a longer one is a failure.
    package let maximumBytes: Int

    /// Creates a request.
    package init(_ method: EvidenceNeed.Method, url: String, body: [UInt8]? = nil, maximumBytes: Int) {
        self.method = method
        self.url = url
        self.body = body
        self.maximumBytes = maximumBytes
    }
}

/// The result of an HTTP request for evidence.
package struct EvidenceResponse: Sendable, Hashable {
    /// The kinds of results.
    package enum Outcome: Sendable, Hashable {
        /// The body of a successful response, and how long HTTP allows to reuse it, in seconds; nil without such a limit.
        case body([UInt8], maximumAge: Int64?)
        /// The kind of failure, and the requests that would fail too.
        case failure(FetchFailureCode, FailureScope)
    }

    /// The requests that would probably fail for the same reason.
    package enum FailureScope: Sendable, Hashable {
        /// All requests to the location: the server cannot be reached or does not respond correctly.
        case location
        /// Only this request: the server responds, but not with evidence (such as badStatus or tooManyRedirects).
        case request
        /// Requests to any location: the fetching process is unavailable or overloaded. No location is to blame.
        case fetcher
    }

    /// The body or the failure.
    package let outcome: Outcome
    /// The duration of the request.
    package let milliseconds: Int
    /// The URL to which the server redirected a failed request; nil without a redirect.
    package let redirect: String?

    /// Creates a response.
    package init(_ outcome: Outcome, milliseconds: Int, redirect: String? = nil) {
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.redirect = redirect
    }
}
