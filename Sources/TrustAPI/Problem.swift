package import MicrohttpdServer
package import TrustPolicies

/// Why a request has no answer of its own: RFC 9457 problem details.
///
/// It never looks like a verdict.
package struct Problem: Error, Sendable, Equatable {
    /// What kind of problem it is; the status and the title follow from it.
    package let code: ProblemCode
    /// What is wrong with this very request, one sentence.
    package let detail: String
    /// The parts of the request that are to blame, each with a JSON pointer.
    package let errors: [DocumentIssue]
    /// Response headers that belong to the problem, such as Allow.
    package let headers: [String: String]

    /// Takes the parts.
    package init(
        _ code: ProblemCode, _ detail: String, errors: [DocumentIssue] = [], headers: [String: String] = [:]
    ) {
        self.code = code
        self.detail = detail
        self.errors = errors
        self.headers = headers
    }
}

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
    case unsupportedMediaType
    case expectationFailed
    case noCertificate
    case malformedPEM
    case malformedCertificate
    case privateKey
    case tooManyCertificates
    case certificateTooLarge
    case tooManyConnectionsFromAddress
    case unsupportedTransferEncoding
    case tooManyConnections

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .malformedRequest, .malformedJSON, .invalidRequest, .invalidPolicy, .hostRequired: 400
        case .foreignHost, .foreignOrigin: 403
        case .unknownRoute, .unknownPolicySet, .unknownPolicy: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .bodyTooLarge: 413
        case .unsupportedMediaType: 415
        case .expectationFailed: 417
        case .noCertificate, .malformedPEM, .malformedCertificate, .privateKey, .tooManyCertificates,
            .certificateTooLarge:
            422
        case .tooManyConnectionsFromAddress: 429
        case .unsupportedTransferEncoding: 501
        case .tooManyConnections: 503
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
        case .unsupportedMediaType: "The body's media type is not accepted here."
        case .expectationFailed: "The expectation cannot be met."
        case .noCertificate: "There is no certificate in the request."
        case .malformedPEM: "The PEM text cannot be read."
        case .malformedCertificate: "A certificate cannot be parsed."
        case .privateKey: "A private key was sent."
        case .tooManyCertificates: "There are too many certificates."
        case .certificateTooLarge: "A certificate is too large."
        case .tooManyConnectionsFromAddress: "There are too many connections from this address."
        case .unsupportedTransferEncoding: "The transfer encoding is not supported."
        case .tooManyConnections: "There are too many connections."
        }
    }
}

extension Problem {
    /// The problem as `application/problem+json`.
    package var response: HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "urn:anchord:problem:\(code.rawValue)")
            writer.member("title", code.title)
            writer.member("status", code.status)
            writer.member("detail", detail)
            writer.member("code", code.rawValue)
            writer.member("errors", errors) { writer, issue in
                writer.object { writer in
                    writer.member("pointer", issue.pointer)
                    writer.member("detail", issue.detail)
                }
            }
        }
        var fields = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
        fields += headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return HTTPResponse(status: code.status, headers: HTTPHeaders(fields), body: writer.bytes)
    }
}
