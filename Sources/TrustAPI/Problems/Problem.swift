package import MicrohttpdServer
package import StructuredDocuments
package import TrustPolicies
import TrustService

/// The reason that a request failed, reported as RFC 9457 problem details.
///
/// Its JSON form has a `code` member and never a `verdict` member.
package struct Problem: Error, Sendable, Equatable {
    /// The code, which determines the status and the title.
    package let code: ProblemCode
    /// The error in this particular request, one sentence, in which control characters are escaped.
    package let detail: String
    /// The invalid parts of the request, each with a JSON pointer.
    package let errors: [DocumentIssue]
    /// The problems of policy files, each with its file; empty for all codes but `reloadFailed`.
    package let policyProblems: [PolicyProblem]
    /// Response headers to send with the problem, such as Allow.
    package private(set) var headers: [String: String]
    /// The detail for clients with the right `read`, logs and commands; nil if it is ``detail``.
    private var readersDetail: String?

    /// Creates a problem from its parts.
    package init(
        _ code: ProblemCode,
        _ detail: String,
        errors: [DocumentIssue] = [],
        policyProblems: [PolicyProblem] = [],
        headers: [String: String] = [:]
    ) {
        self.code = code
        // Details quote requests, and clients print them.
        self.detail = QuotedText.printable(detail)
        self.errors = errors
        self.policyProblems = policyProblems
        self.headers = headers
    }

    /// Creates a problem whose detail names policies only in ``forReaders``.
    init(_ code: ProblemCode, _ detail: String, forReaders readersDetail: String) {
        self.init(code, detail)
        self.readersDetail = QuotedText.printable(readersDetail)
    }

    /// The problem for clients with the right `read`, logs and commands, which may learn the names of policies.
    package var forReaders: Problem {
        guard let readersDetail else { return self }
        return Problem(code, readersDetail, errors: errors, policyProblems: policyProblems, headers: headers)
    }

    /// Returns the same problem with the identifier of the decision about it.
    func decided(as id: DecisionID) -> Problem {
        var problem = self
        problem.headers[HTTPField.decisionName] = id.description
        return problem
    }
}

extension Problem {
    /// The problem as JSON, without a trailing line break.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "urn:anchord:problem:\(code.rawValue)")
            writer.member("title", code.title)
            writer.member("status", code.status)
            writer.member("detail", detail)
            writer.member("code", code.rawValue)
            writer.key("errors")
            writeParts(to: &writer)
        }
        return writer.bytes
    }

    /// Writes the invalid parts of the request, or the problems of policy files.
    private func writeParts(to writer: inout JSONWriter) {
        guard policyProblems.isEmpty else {
            return writer.array(policyProblems) { writer, problem in
                writer.object { writer in
                    writer.member("file", problem.file)
                    writer.member("line", problem.line)
                    writer.member("pointer", problem.pointer)
                    writer.member("detail", problem.detail)
                }
            }
        }
        writer.array(errors) { writer, issue in
            writer.object { writer in
                writer.member("pointer", issue.pointer)
                writer.member("detail", issue.detail)
            }
        }
    }

    /// The problem as plain text that begins with `problem`, which distinguishes it from a verdict.
    ///
    /// If several parts of the request are invalid, each has an indented line.
    package var text: String {
        let parts = errors.map { "\($0.pointer): \($0.detail)" } + policyProblems.map(\.description)
        let lines = parts.count > 1 || !policyProblems.isEmpty ? [code.title] + parts.map { "  \($0)" } : [detail]
        let shown = lines.map { QuotedText.printable($0) + "\n" }.joined()
        return "problem \(code.rawValue) (\(code.status)): \(shown)"
    }

    /// The problem as `application/problem+json`.
    package var response: HTTPResponse { response(asText: false) }

    func response(asText: Bool) -> HTTPResponse {
        let type = asText ? "text/plain; charset=utf-8" : "application/problem+json"
        var fields = [("Content-Type", type), ("Cache-Control", "no-store")]
        fields += headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return HTTPResponse(status: code.status, headers: HTTPHeaders(fields), body: asText ? Array(text.utf8) : json)
    }
}
