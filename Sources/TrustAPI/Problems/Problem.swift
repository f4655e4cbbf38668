package import MicrohttpdServer
package import StructuredDocuments

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

    /// The problem as text for people, which begins with `problem`, as no verdict does.
    ///
    /// Several parts that are to blame have an indented line each.
    package var text: String {
        let lines =
            errors.count > 1
            ? [code.title] + errors.map { "  \($0.pointer): \($0.detail)" } : [detail]
        let shown = lines.map { QuotedText.printable($0) + "\n" }.joined()
        return "problem \(code.rawValue) (\(code.status)): \(shown)"
    }

    /// The problem as `application/problem+json`.
    package var response: HTTPResponse { response(asText: false) }

    /// The problem as text, or as `application/problem+json`.
    func response(asText: Bool) -> HTTPResponse {
        let type = asText ? "text/plain; charset=utf-8" : "application/problem+json"
        var fields = [("Content-Type", type), ("Cache-Control", "no-store")]
        fields += headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return HTTPResponse(status: code.status, headers: HTTPHeaders(fields), body: asText ? Array(text.utf8) : json)
    }
}
