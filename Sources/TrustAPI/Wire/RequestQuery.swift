import MicrohttpdServer
import TrustPolicies

/// The query of a request, each parameter known and at most once.
struct RequestQuery {
    private let items: [HTTPQueryItem]

    /// Takes the query; throws for parameters that are not among the known ones, or stand twice.
    init(_ items: [HTTPQueryItem], known: Set<String>) throws(Problem) {
        var seen: Set<String> = []
        for item in items {
            guard known.contains(item.name) else {
                let hint = NearestName.hint(for: item.name, among: known.sorted())
                throw Self.problem(item.name, "the query parameter \"\(item.name)\" is unknown\(hint)")
            }
            guard seen.insert(item.name).inserted else { throw Self.problem(item.name, "the parameter stands twice") }
        }
        self.items = items
    }

    /// A parameter's text; nil where it is absent.
    func text(_ name: String) throws(Problem) -> String? {
        items.first { $0.name == name }?.value
    }

    /// A parameter that is 1, true, or there without value; false for 0, false, or where it is absent.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "0", "false": false
        case "", "1", "true": true
        default: throw Self.problem(name, "expected 1 or 0")
        }
    }

    static func problem(_ name: String, _ detail: String) -> Problem {
        Problem(
            .invalidRequest,
            "Query parameter \(name): \(detail).",
            errors: [DocumentIssue(pointer: JSONPointer.appending(name, to: "/query"), detail: detail)]
        )
    }
}
