import MicrohttpdServer
import StructuredDocuments
import TrustPolicies

/// One page of the list of policy sets, which are sorted by name.
struct PolicySetPage {
    private static let usualLimit = 100
    /// The permitted values of the query's `limit`.
    private static let limits = 1...1000

    let sets: ArraySlice<PolicySet>
    /// The path and query of the next page; nil for the last page.
    let next: String?

    /// Selects a page: the query's `limit` is its length, and `after` names the last set of the previous page.
    ///
    /// The set named by `after` may no longer exist, so a reload between two pages neither repeats nor skips sets.
    init(of sets: [PolicySet], _ head: HTTPRequestHead) throws(Problem) {
        let query = try RequestQuery(head.query, known: ["limit", "after"])
        let limit = try Self.limit(query.text("limit"))
        let after = query.text("after")
        if let after, !PolicyName.isSetName(after) {
            throw RequestQuery.problem("after", "expected the name of a policy set, found \(QuotedText.of(after))")
        }
        let rest = after.map { name in sets.drop { $0.name <= name } } ?? sets[...]
        self.sets = rest.prefix(limit)
        next = rest.count > limit ? self.sets.last.map { "\(head.path)?limit=\(limit)&after=\($0.name)" } : nil
    }

    private static func limit(_ text: String?) throws(Problem) -> Int {
        guard let text else { return usualLimit }
        guard let limit = Int(text), limits.contains(limit), "\(limit)".hasSameBytes(as: text) else {
            let range = "a number from \(limits.lowerBound) to \(limits.upperBound)"
            throw RequestQuery.problem("limit", "expected \(range), found \(QuotedText.of(text))")
        }
        return limit
    }
}
