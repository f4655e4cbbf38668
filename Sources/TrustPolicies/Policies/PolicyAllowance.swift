import StructuredDocuments

/// What one policy has come to so far, the members that stand in it counted, and how far it may go.
final class PolicyAllowance {
    /// What is counted.
    enum Part: String {
        case evaluators
        case pins
        case exceptions
        case mailboxes
        case certificatePolicies = "certificate policies"
    }

    private let bounds: [Part: Int]
    private var counts: [Part: Int] = [:]

    private init(_ bounds: [Part: Int]) {
        self.bounds = bounds
    }

    /// How many evaluators one policy may come to in all.
    ///
    /// Without a bound, ten names that each stand twice in the next one come to a thousand evaluations.
    static let maximumEvaluators = 64

    /// For a policy of a document, where each list has its own bound besides.
    static var document: PolicyAllowance {
        PolicyAllowance([.evaluators: maximumEvaluators, .pins: 16384])
    }

    /// For the policy of a request, which anybody may write and which is read for that request alone.
    static var request: PolicyAllowance {
        PolicyAllowance([
            .evaluators: maximumEvaluators, .pins: 1000, .exceptions: 100, .mailboxes: 100, .certificatePolicies: 100,
        ])
    }

    /// Whether the policy may have so many more of a part, which are then counted; otherwise an issue says so.
    func admits(_ count: Int, _ part: Part, at place: DocumentValue) -> Bool {
        guard let bound = bounds[part] else { return true }
        let sum = (counts[part] ?? 0) + count
        guard sum <= bound else {
            place.refuse("the policy comes to \(sum) \(part.rawValue) in all; at most \(bound) are allowed")
            return false
        }
        counts[part] = sum
        return true
    }

    /// The items of a list that must have some, each of them one of a part.
    func items(of list: DocumentValue, _ part: Part, ofAtMost maximum: Int) -> [DocumentValue] {
        guard let items = list.list(ofAtMost: maximum), admits(items.count, part, at: list) else { return [] }
        return items
    }
}
