import MicrohttpdServer
import StructuredDocuments
import TrustPolicies

/// One page of a list of policy sets or blocks, which are sorted by name.
struct NamePage<Item> {
    private static var usualLimit: Int { 100 }
    /// The permitted values of the query's `limit`.
    private static var limits: ClosedRange<Int> { 1...1000 }

    let items: ArraySlice<Item>
    /// The path and query of the next page; nil for the last page.
    let next: String?

    /// Selects a page: the query's `limit` is its length, and `after` names the last item of the previous page.
    ///
    /// The item named by `after` may no longer exist, so a change between two pages neither repeats nor skips others.
    init(of items: [Item], _ head: HTTPRequestHead, name: (Item) -> String) throws(Problem) {
        let query = try RequestQuery(head.query, known: ["limit", "after"])
        let limit = try Self.limit(query.text("limit"))
        let after = query.text("after")
        if let after, !PolicyName.isSetName(after) {
            throw RequestQuery.problem("after", "expected a name from the previous page, found \(QuotedText.of(after))")
        }
        let rest = after.map { after in items.drop { name($0) <= after } } ?? items[...]
        self.items = rest.prefix(limit)
        next = rest.count > limit ? self.items.last.map { "\(head.path)?limit=\(limit)&after=\(name($0))" } : nil
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
