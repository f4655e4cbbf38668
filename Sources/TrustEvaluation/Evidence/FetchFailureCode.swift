/// The kinds of failed attempts to get evidence: all codes in the fact `attempts`.
///
/// The names are stable. Each has a row in a table of the documentation.
package enum FetchFailureCode: String, Sendable, CaseIterable {
    // The process that opens connections, or the server.
    case badURL
    case forbiddenAddress
    case nameNotFound
    case connectFailed
    case timedOut
    case tooLarge
    case badStatus
    case tooManyRedirects
    /// The server redirected the request to a URL that is not fetched, such as one with https.
    case badRedirect
    case badContentType
    case truncated
    case compressed
    case badResponse
    case canceled
    case overloaded
    case `internal`
    case unavailable

    // The content of the response.
    case malformedResponse
    case invalid
    case otherScope
    case otherSigner
    case notComplete
    case notDelta
    /// The delta CRL updates another complete CRL.
    case otherBase
    case stale
    case unknown
    case tryLater
    case malformedRequest
    case internalError
    case sigRequired
    case unauthorized
    /// The responder reports an error that RFC 6960 does not define.
    case refused
    /// The evidence is older than stored evidence that has ended.
    case older

    // The evaluation.
    /// A recent failure delays the request.
    case delayed
    /// The evaluation did not wait for the end of the attempt.
    case deadline
    /// The request may not cause more fetches.
    case tooManyFetches
    /// The OCSP request could not be encoded.
    case unsupported
}

extension FetchFailureCode {
    /// Whether no one asked the location: no place was free, or the request may not cause more fetches.
    package var isUnsought: Bool { self == .overloaded || self == .tooManyFetches }

    /// The code for evidence that gives no answer.
    package init(_ defect: EvidenceExamination.Defect) {
        switch defect {
        case .invalid: self = .invalid
        case .otherScope: self = .otherScope
        case .otherSigner: self = .otherSigner
        case .notComplete: self = .notComplete
        case .notDelta: self = .notDelta
        case .stale: self = .stale
        case .unknown: self = .unknown
        case .tryLater: self = .tryLater
        case .malformedRequest: self = .malformedRequest
        case .internalError: self = .internalError
        case .sigRequired: self = .sigRequired
        case .unauthorized: self = .unauthorized
        case .refused: self = .refused
        }
    }
}
