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
        _ code: ProblemCode,
        _ detail: String,
        errors: [DocumentIssue] = [],
        headers: [String: String] = [:]
    ) {
        self.code = code
        self.detail = detail
        self.errors = errors
        self.headers = headers
    }
}

extension Problem {
    /// The problem as JSON, without a line break at its end.
    package var json: [UInt8] {
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
        return writer.bytes
    }

    /// The problem as `application/problem+json`.
    package var response: HTTPResponse {
        var fields = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
        fields += headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return HTTPResponse(status: code.status, headers: HTTPHeaders(fields), body: json)
    }
}
