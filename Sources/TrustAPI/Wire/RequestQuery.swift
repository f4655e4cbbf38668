import MicrohttpdServer
import StructuredDocuments

/// The query of a request, each parameter known and at most once.
struct RequestQuery {
    private let items: [HTTPQueryItem]

    /// Takes the query; throws for parameters that are not among the known ones, and for duplicates.
    init(_ items: [HTTPQueryItem], known: [String]) throws(Problem) {
        var seen: [String] = []
        for item in items {
            guard let name = known.first(where: item.name.hasSameBytes) else {
                let shown = QuotedText.excerpt(item.name)
                let hint = NearestName.hint(for: item.name, among: known)
                throw Self.problem(shown, "the query parameter \"\(shown)\" is unknown\(hint)")
            }
            guard !seen.contains(name) else { throw Self.problem(name, "duplicate query parameter \"\(name)\"") }
            seen.append(name)
        }
        self.items = items
    }

    /// A parameter's text; nil where it is absent.
    func text(_ name: String) -> String? {
        items.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// A parameter that is 1, true, or there without value; false for 0, false, or where it is absent.
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
