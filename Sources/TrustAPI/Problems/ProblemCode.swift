/// The problem codes of the API; their names are stable and documented.
package enum ProblemCode: String, Sendable, CaseIterable {
    case malformedRequest
    case malformedJSON
    case malformedForm
    case invalidRequest
    case invalidPolicy
    case invalidPolicySet
    case malformedArchive
    case hostRequired
    case foreignHost
    case foreignOrigin
    case unauthorized
    case noClientCertificate
    case forbidden
    case invalidClientCertificate
    case unknownRoute
    case unknownPolicySet
    case unknownPolicy
    case unknownDecision
    case questionNotRecorded
    case unknownRevision
    case unknownBlock
    case methodNotAllowed
    case requestTimeout
    case identityUnusable
    case reloadFailed
    case policySetConflict
    case blockConflict
    case preconditionFailed
    case preconditionRequired
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
    case tooManyWatchesOfClient
    case tooManySignatures
    case internalFailure
    case notStored
    case proxyMisconfigured
    case unsupportedTransferEncoding
    case tooManyConnections
    case tooManyBatches
    case tooManyWatches
    case tooManyBufferedBytes
    case tooManyWaitingRequests
    case answerTimeout
    case answersOutdated
    case decisionNotRecorded
    case serverEnding

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .malformedRequest, .malformedJSON, .malformedForm, .invalidRequest, .invalidPolicy, .invalidPolicySet,
            .malformedArchive, .hostRequired:
            400
        case .unauthorized, .noClientCertificate: 401
        case .foreignHost, .foreignOrigin, .forbidden, .invalidClientCertificate: 403
        case .unknownRoute, .unknownPolicySet, .unknownPolicy, .unknownDecision, .unknownRevision,
            .unknownBlock:
            404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .questionNotRecorded, .identityUnusable, .reloadFailed, .policySetConflict, .blockConflict: 409
        case .preconditionFailed: 412
        case .bodyTooLarge, .tooManyItems: 413
        case .unsupportedMediaType: 415
        case .expectationFailed: 417
        case .noCertificate, .malformedPEM, .malformedCertificate, .privateKey, .tooManyCertificates,
            .certificateTooLarge, .boundExceeded, .malformedEvidence, .tooMuchEvidence:
            422
        case .preconditionRequired: 428
        case .tooManyConnectionsFromAddress, .tooManyBatchesFromAddress, .tooManyWatchesOfClient,
            .tooManySignatures:
            429
        case .internalFailure, .notStored, .proxyMisconfigured: 500
        case .unsupportedTransferEncoding: 501
        case .tooManyConnections, .tooManyBatches, .tooManyWatches, .tooManyBufferedBytes, .tooManyWaitingRequests,
            .answerTimeout, .answersOutdated, .decisionNotRecorded, .serverEnding:
            503
        }
    }

    /// The title of the problem, the same for every occurrence (RFC 9457 section 3.1.3).
    package var title: String {
        switch self {
        case .malformedRequest: "The request is not well-formed HTTP."
        case .malformedJSON: "The body is not valid JSON."
        case .malformedForm: "The body is not valid multipart/form-data."
        case .invalidRequest: "The request does not match the API schema."
        case .invalidPolicy: "The inline policy is not accepted."
        case .invalidPolicySet: "The policy set is not accepted."
        case .malformedArchive: "The body is not a usable tar archive."
        case .hostRequired: "A host is required, but the request names none."
        case .foreignHost: "The Host header is not allowed."
        case .foreignOrigin: "Cross-origin requests are not allowed."
        case .unauthorized: "The request has no known credential."
        case .noClientCertificate: "The client presented no certificate to the proxy."
        case .invalidClientCertificate: "The client certificate from the proxy cannot be read."
        case .forbidden: "The client may not use this route."
        case .unknownRoute: "The path does not exist."
        case .unknownPolicySet: "The policy set does not exist."
        case .unknownPolicy: "The policy does not exist in the policy set."
        case .unknownDecision: "The decision is not in memory."
        case .questionNotRecorded: "The question of the decision is not recorded."
        case .unknownRevision: "The policy set has no such revision."
        case .unknownBlock: "The block does not exist."
        case .methodNotAllowed: "The method is not allowed for this path."
        case .requestTimeout: "The request timed out."
        case .identityUnusable: "The identity cannot be used now."
        case .reloadFailed: "The policies were not reloaded, and the previous policies remain in use."
        case .policySetConflict: "The policy set cannot be changed."
        case .blockConflict: "The block cannot be changed."
        case .preconditionFailed: "The policy set was changed in the meantime."
        case .preconditionRequired: "A change of a policy set needs a condition."
        case .bodyTooLarge: "The body is too large."
        case .tooManyItems: "The batch has too many items."
        case .unsupportedMediaType: "The media type of the body is not supported."
        case .expectationFailed: "The Expect header is not supported."
        case .noCertificate: "A certificate is required, but none was found."
        case .malformedPEM: "The PEM or base64 text is malformed."
        case .malformedCertificate: "A certificate or public key cannot be parsed."
        case .privateKey: "The request contains a private key."
        case .tooManyCertificates: "The request has too many certificates."
        case .certificateTooLarge: "A certificate is too large."
        case .boundExceeded: "A certificate, CRL or OCSP response exceeds a fixed bound."
        case .malformedEvidence: "A CRL or OCSP response cannot be parsed."
        case .tooMuchEvidence: "There are too many CRLs or OCSP responses, or they are too large."
        case .tooManyConnectionsFromAddress: "Too many connections are open from this address."
        case .tooManyBatchesFromAddress: "Too many batches are in progress from this address."
        case .tooManyWatchesOfClient: "The client has too many open watches."
        case .tooManySignatures: "Too many signatures were requested."
        case .internalFailure: "An internal error occurred."
        case .notStored: "The change could not be stored."
        case .proxyMisconfigured: "The configuration of the proxy does not fit the policies."
        case .unsupportedTransferEncoding: "The transfer encoding is not supported."
        case .tooManyConnections: "The server has too many open connections."
        case .tooManyBatches: "The server has too many batches in progress."
        case .tooManyWatches: "The server has too many open watches."
        case .tooManyBufferedBytes: "The server's limit for buffered bytes is reached."
        case .tooManyWaitingRequests: "Too many requests wait for their responses."
        case .answerTimeout: "The response was not available in time."
        case .answersOutdated: "The blocks changed before the response to a batch was complete."
        case .decisionNotRecorded: "The decision could not be recorded."
        case .serverEnding: "The service stopped before the response was complete."
        }
    }
}
