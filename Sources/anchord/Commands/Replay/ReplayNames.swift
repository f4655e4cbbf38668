import StructuredDocuments
import TrustModel
import TrustService

/// The names of groups of changes, for people.
enum ReplayNames {
    /// The maximum number of characters of a name.
    private static let maximumCharacters = 128
    /// The maximum number of groups that are shown.
    static let maximumShown = 20

    /// Groups with the same property, for example the same host.
    struct Section {
        let title: String
        let rows: [(name: String, group: ChangeGroup)]
        /// The number of groups, and of changes of groups beyond the bound, that are not shown.
        let hidden: (groups: Int, changes: Int)
    }

    /// Returns the groups by reason, by policy and by host.
    static func sections(of report: ChangeReport) -> [Section] {
        [
            section("Reason", report.byReason) {
                "\($0.isAdded ? "added" : "removed") \($0.reason.severity.rawValue) \(name($0.reason.code))"
            },
            section("Policy", report.byPolicy) { name($0, empty: "in the request") },
            section("Host", report.byHost) { name($0, empty: "no host") },
        ]
    }

    /// Returns a name without control characters; a name that is not a plain word is quoted.
    static func name(_ text: String, empty: String = "") -> String {
        text.isEmpty ? empty : VisibleText.item(QuotedText.excerpt(text, ofAtMost: maximumCharacters))
    }

    /// Returns the reasons of an outcome, errors first.
    static func codes(_ reasons: [DecisionOutcome.Reason]) -> String {
        let shown = reasons.prefix(maximumShown).map { "\($0.severity.rawValue) \(name($0.code))" }
        let more = reasons.count - shown.count
        return (shown + (more > 0 ? ["and \(more) more"] : [])).joined(separator: ", ")
    }

    private static func section<Key>(
        _ title: String,
        _ groups: ChangeGroups<Key>,
        name: (Key) -> String
    ) -> Section {
        let sorted = groups.sorted
        return Section(
            title: title,
            rows: sorted.prefix(maximumShown).map { (name($0.key), $0.group) },
            hidden: (max(0, sorted.count - maximumShown), groups.further.total)
        )
    }
}

extension ReplayNames.Section {
    /// The groups that are not shown, as a sentence; nil if all are.
    var rest: String? {
        let texts = [
            hidden.groups > 0 ? "\(hidden.groups) more groups" : nil,
            hidden.changes > 0 ? "\(hidden.changes) changes in further groups" : nil,
        ].compactMap(\.self)
        return texts.isEmpty ? nil : "Not shown: \(texts.joined(separator: ", "))."
    }
}

extension ReplayFailure.Kind {
    /// The name and the meaning.
    var text: String { "\(rawValue): \(summary)" }
}
