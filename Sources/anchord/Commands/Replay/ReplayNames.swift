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
        let hidden: (groups: Int, further: ChangeCounts)
    }

    /// Returns the groups by reason, by policy and by host.
    static func sections(of report: ChangeReport) -> [Section] {
        [
            section("Reason", report.byReason, name: reason),
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

    /// Returns a principal for people; a hyphen for none.
    static func name(_ principal: Principal?) -> String {
        principal.map { "\($0.kind.rawValue) \(name($0.value))" } ?? "-"
    }

    private static func reason(_ change: ChangeReport.ReasonChange) -> String {
        switch change {
        case .added(let reason): "added \(reason.severity.rawValue) \(name(reason.code))"
        case .removed(let reason): "removed \(reason.severity.rawValue) \(name(reason.code))"
        case .principal: "principal changed"
        }
    }

    private static func section<Key>(
        _ title: String,
        _ groups: ChangeGroups<Key>,
        name: (Key) -> String
    ) -> Section {
        let sorted = groups.sorted
        // All changes that no row has.
        let further = sorted.dropFirst(maximumShown).reduce(groups.further) { $0 + $1.group.counts }
        return Section(
            title: title,
            rows: sorted.prefix(maximumShown).map { (name($0.key), $0.group) },
            hidden: (max(0, sorted.count - maximumShown), further)
        )
    }
}

extension ReplayNames.Section {
    /// The changes that are not shown, as a sentence; nil if all are.
    var rest: String? {
        let further = hidden.further
        guard further.total > 0 else { return nil }
        let groups = hidden.groups > 0 ? " in \(hidden.groups) more groups" : ""
        return
            "Not shown: \(further.total) changes\(groups), of them \(further.denied) denied and \(further.allowed) allowed."
    }
}

extension ReplayFailure.Kind {
    /// The name and the meaning.
    var text: String { "\(rawValue): \(summary)" }
}
