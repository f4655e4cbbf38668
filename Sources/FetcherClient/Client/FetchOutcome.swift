package import FetchProtocol

/// The response of a server.
package struct FetchResponse: Sendable, Equatable {
    /// The status, the header fields and the times.
    package var completion: FetchCompletion
    /// The body.
    package var body: [UInt8]
}

/// How a fetch ended.
package enum FetchOutcome: Sendable, Equatable {
    /// The server responded with the status 200 or 203.
    case response(FetchResponse)
    /// There is no response, for the reason that anchord-fetcher or a limit of the client gives.
    ///
    /// The detail can contain text of the server.
    case failure(FetchFailure)
    /// The process anchord-fetcher does not run, has failed, or did not answer in time.
    case unavailable(why: String)

    /// The code in metrics: `response`, `unavailable`, or the code of the failure.
    package var code: String {
        switch self {
        case .response: "response"
        case .failure(let failure): failure.code.rawValue
        case .unavailable: "unavailable"
        }
    }

    /// All values of ``code``.
    package static let codes = ["response"] + FetchFailure.Code.allCases.map(\.rawValue) + ["unavailable"]
}

/// A function that is called when the process begins a fetch, at most once.
package typealias FetchBeginning = @Sendable () -> Void

/// A function that receives the outcome of a fetch, exactly once.
package typealias FetchCallback = @Sendable (FetchOutcome) -> Void
