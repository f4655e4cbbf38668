import MicrohttpdServer
import StructuredDocuments

/// The parameters of a request: the items of its query and the fields of its form.
struct RequestQuery {
    private let items: [HTTPQueryItem]
    private let fields: [HTTPQueryItem]

    /// Creates a query; throws for unknown parameters, and for a parameter with two values.
    init(_ items: [HTTPQueryItem], fields: [HTTPQueryItem] = [], known: [String]) throws(Problem) {
        var seen: [String] = []
        for (position, item) in (items + fields).enumerated() {
            let isField = position >= items.count
            guard let name = known.first(where: item.name.hasSameBytes) else {
                throw Self.unknown(item.name, known: known, isField: isField)
            }
            guard !seen.contains(name) else {
                throw Self.problem(name, "duplicate parameter \"\(name)\"", isField: isField)
            }
            seen.append(name)
        }
        self.items = items
        self.fields = fields
    }

    func text(_ name: String) -> String? {
        (items.first { $0.name.hasSameBytes(as: name) } ?? field(name))?.value
    }

    private func field(_ name: String) -> HTTPQueryItem? {
        fields.first { $0.name.hasSameBytes(as: name) }
    }

    /// Returns true for a parameter that is `1`, `true` or empty, and false if it is `0`, `false` or absent.
    func flag(_ name: String) throws(Problem) -> Bool {
        guard let text = text(name) else { return false }
        if ["", "1", "true"].contains(where: text.hasSameBytes) { return true }
        if ["0", "false"].contains(where: text.hasSameBytes) { return false }
        throw problem(name, "expected 1 or 0")
    }

    /// Returns the problem for the value of a parameter, wherever the parameter was sent.
    func problem(_ name: String, _ detail: String) -> Problem {
        Self.problem(name, detail, isField: field(name) != nil)
    }

    static func problem(_ name: String, _ detail: String, isField: Bool = false) -> Problem {
        Problem(
            .invalidRequest,
            Problem.sentence((isField ? "Form field" : "Query parameter") + " \(name): \(detail)"),
            errors: [DocumentIssue(pointer: JSONPointer.appending(name, to: isField ? "" : "/query"), detail: detail)]
        )
    }

    private static func unknown(_ name: String, known: [String], isField: Bool) -> Problem {
        let shown = QuotedText.excerpt(name)
        let hint = NearestName.hint(for: name, among: known)
        let names = (isField ? [EvaluationForm.fileName] : []) + known
        let remedy = hint.isEmpty ? ": expected \(DocumentValue.alternatives(names))" : hint
        return problem(shown, "unknown \(isField ? "field" : "parameter") \"\(shown)\"\(remedy)", isField: isField)
    }
}
