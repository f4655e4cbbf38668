import MicrohttpdServer
import StructuredDocuments

/// The parameters of a request's query.
struct RequestQuery {
    private let items: [HTTPQueryItem]

    /// Creates a query; throws for unknown and duplicate parameters.
    init(_ items: [HTTPQueryItem], known: [String]) throws(Problem) {
        var seen: [String] = []
        for item in items {
            guard let name = known.first(where: item.name.hasSameBytes) else {
                let shown = QuotedText.excerpt(item.name)
                let hint = NearestName.hint(for: item.name, among: known)
                throw Self.problem(shown, "unknown parameter \"\(shown)\"\(hint)")
            }
            guard !seen.contains(name) else { throw Self.problem(name, "duplicate parameter \"\(name)\"") }
            seen.append(name)
        }
        self.items = items
    }

    func text(_ name: String) -> String? {
        items.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Returns true for a parameter that is `1`, `true` or empty, and false if it is `0`, `false` or absent.
    func flag(_ name: String) throws(Problem) -> Bool {
        guard let text = text(name) else { return false }
        if ["", "1", "true"].contains(where: text.hasSameBytes) { return true }
        if ["0", "false"].contains(where: text.hasSameBytes) { return false }
        throw Self.problem(name, "expected 1 or 0")
    }

    static func problem(_ name: String, _ detail: String) -> Problem {
        Problem(
            .invalidRequest,
            "Query parameter \(name): \(detail).",
            errors: [DocumentIssue(pointer: JSONPointer.appending(name, to: "/query"), detail: detail)]
        )
    }
}
