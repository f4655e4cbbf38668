import StructuredDocuments

/// Counts the parts of one policy and its inline members, and bounds each count.
final class PolicyAllowance {
    enum Part: String {
        case evaluators
        case pins
        case exceptions
        case mailboxes
        case certificatePolicies = "certificate policies"
        case clients = "patterns of clients"
        case constraints = "constraints and matchers"
        case constraintValues = "values of constraints"
        case scripts
        case anchorConstraints = "anchor constraints and alternatives"
        case anchorNames = "DNS names of anchor constraints"
    }

    private let bounds: [Part: Int]
    private var counts: [Part: Int] = [:]

    private init(_ bounds: [Part: Int]) {
        self.bounds = bounds
    }

    /// The maximum number of evaluators in one policy, composites included.
    ///
    /// Without this bound, ten policies that each name the next one twice would cause a thousand evaluations.
    static let maximumEvaluators = 64

    /// The maximum number of scripts in one policy, each of which may take its time for every request.
    static let maximumScripts = 8

    /// The allowance of a policy in a document, where each list has its own bound as well.
    static var document: PolicyAllowance {
        PolicyAllowance([
            .evaluators: maximumEvaluators, .pins: 16384, .constraints: 1000, .scripts: maximumScripts,
        ])
    }

    /// The allowance of an inline policy, which any client may send and which is decoded for one request.
    static var request: PolicyAllowance {
        PolicyAllowance([
            .evaluators: maximumEvaluators, .pins: 1000, .exceptions: 100, .mailboxes: 100, .certificatePolicies: 100,
            .clients: 100, .constraints: 100, .constraintValues: 1000, .anchorConstraints: 100, .anchorNames: 100,
        ])
    }

    /// The allowance of a list of blocks.
    static var blocks: PolicyAllowance { PolicyAllowance([.constraintValues: 100_000]) }

    /// Adds to the count of one kind of part and returns true; if the sum would exceed the bound, adds an issue instead
    /// and returns false.
    func admits(_ count: Int, _ part: Part, at place: DocumentValue) -> Bool {
        guard let bound = bounds[part] else { return true }
        let sum = (counts[part] ?? 0) + count
        guard sum <= bound else {
            place.refuse("the policy has \(sum) \(part.rawValue) in total; at most \(bound) are allowed")
            return false
        }
        counts[part] = sum
        return true
    }

    /// Returns the items of a nonempty list, and adds their number to the count of their kind; returns an empty list if
    /// a bound is exceeded.
    func items(of list: DocumentValue, _ part: Part, ofAtMost maximum: Int) -> [DocumentValue] {
        guard let items = list.list(ofAtMost: maximum), admits(items.count, part, at: list) else { return [] }
        return items
    }
}
