/// The kinds of problems; the names are stable and documented.
package enum ProblemCode: String, Sendable, CaseIterable {
    case malformedRequest
    case malformedJSON
    case invalidRequest
    case invalidPolicy
    case hostRequired
    case foreignHost
    case foreignOrigin
    case unknownRoute
    case unknownPolicySet
    case unknownPolicy
    case methodNotAllowed
    case requestTimeout
    case bodyTooLarge
    case tooManyItems
    case unsupportedMediaType
    case expectationFailed
    case noCertificate
    case malformedPEM
    case malformedCertificate
    case privateKey
    case tooManyCertificates
    case certificateTooLarge
    case boundExceeded
    case malformedEvidence
    case tooMuchEvidence
    case tooManyConnectionsFromAddress
    case tooManyBatchesFromAddress
    case internalFailure
    case unsupportedTransferEncoding
    case tooManyConnections
    case tooManyBatches
    case tooManyBufferedBytes
    case serverEnding

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .malformedRequest, .malformedJSON, .invalidRequest, .invalidPolicy, .hostRequired: 400
        case .foreignHost, .foreignOrigin: 403
        case .unknownRoute, .unknownPolicySet, .unknownPolicy: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .bodyTooLarge, .tooManyItems: 413
        case .unsupportedMediaType: 415
        case .expectationFailed: 417
        case .noCertificate, .malformedPEM, .malformedCertificate, .privateKey, .tooManyCertificates,
            .certificateTooLarge, .boundExceeded, .malformedEvidence, .tooMuchEvidence:
            422
        case .tooManyConnectionsFromAddress, .tooManyBatchesFromAddress: 429
        case .internalFailure: 500
        case .unsupportedTransferEncoding: 501
        case .tooManyConnections, .tooManyBatches, .tooManyBufferedBytes, .serverEnding: 503
        }
    }

    /// The kind in words, the same for every occurrence.
    package var title: String {
        switch self {
        case .malformedRequest: "The request is not well-formed HTTP."
        case .malformedJSON: "The body is not JSON."
        case .invalidRequest: "The request does not have the right shape."
        case .invalidPolicy: "The policy is not valid."
        case .hostRequired: "The policy validates the host, and none was given."
        case .foreignHost: "The Host header names another host."
        case .foreignOrigin: "Requests from web pages of other origins are refused."
        case .unknownRoute: "There is nothing at this path."
        case .unknownPolicySet: "There is no such policy set."
        case .unknownPolicy: "The policy set has no such policy."
        case .methodNotAllowed: "The method does not apply here."
        case .requestTimeout: "The request did not arrive in time."
        case .bodyTooLarge: "The body is too large."
        case .tooManyItems: "The batch has too many items."
        case .unsupportedMediaType: "The body's media type is not accepted here."
        case .expectationFailed: "The expectation cannot be met."
        case .noCertificate: "There is no certificate in the request."
        case .malformedPEM: "The PEM text cannot be read."
        case .malformedCertificate: "A certificate cannot be parsed."
        case .privateKey: "A private key was sent."
        case .tooManyCertificates: "There are too many certificates."
        case .certificateTooLarge: "A certificate is too large."
        case .boundExceeded: "A certificate, a CRL or an OCSP response exceeds a fixed bound."
        case .malformedEvidence: "A CRL or an OCSP response cannot be parsed."
        case .tooMuchEvidence: "There is too much revocation evidence."
        case .tooManyConnectionsFromAddress: "There are too many connections from this address."
        case .tooManyBatchesFromAddress: "There are too many batches from this address."
        case .internalFailure: "The service itself failed."
        case .unsupportedTransferEncoding: "The transfer encoding is not supported."
        case .tooManyConnections: "There are too many connections."
        case .tooManyBatches: "There are too many batches."
        case .tooManyBufferedBytes: "The server has no memory for more requests."
        case .serverEnding: "The service ended before the answer was whole."
        }
    }
}
