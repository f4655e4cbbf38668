import TrustEvaluation
import TrustModel
package import TrustService

extension JSONWriter {
    /// Writes the members of a report about changed decisions.
    package mutating func members(of report: ChangeReport) {
        member("compared", report.compared)
        member("unchanged", report.unchanged)
        member("changed") { $0.members(of: report.changed) }
        groups("byReason", report.byReason) { writer, change in
            writer.excerpt("code", change.reason?.code)
            writer.member("severity", change.reason?.severity.rawValue)
            writer.member("change", change.name)
        }
        groups("byPolicy", report.byPolicy) { writer, policy in
            writer.excerpt("policy", policy.isEmpty ? nil : policy)
        }
        groups("byHost", report.byHost) { writer, host in writer.excerpt("host", host.isEmpty ? nil : host) }
    }

    /// Writes the members of a change.
    package mutating func members(of change: DecisionChange) {
        member("effect", change.effect.rawValue)
        member("before") { $0.members(of: change.before) }
        member("after") { $0.members(of: change.after) }
    }

    mutating func members(of outcome: DecisionOutcome) {
        member("action", outcome.action.rawValue)
        member("reasons", outcome.reasons) { writer, reason in
            writer.object { writer in
                writer.excerpt("code", reason.code)
                writer.member("severity", reason.severity.rawValue)
            }
        }
        if let principal = outcome.principal {
            member("principal") { writer in
                writer.member("kind", principal.kind.rawValue)
                writer.excerpt("value", principal.value)
            }
        }
    }

    private mutating func members(of counts: ChangeCounts) {
        member("total", counts.total)
        member("denied", counts.denied)
        member("allowed", counts.allowed)
        member("other", counts.other)
    }

    private mutating func groups<Key>(
        _ name: JSONName,
        _ groups: ChangeGroups<Key>,
        key: (inout JSONWriter, Key) -> Void
    ) {
        member(name) { writer in
            writer.member("groups", groups.sorted) { writer, entry in
                writer.object { writer in
                    key(&writer, entry.key)
                    writer.members(of: entry.group.counts)
                    writer.member("examples", entry.group.examples)
                }
            }
            writer.member("further") { $0.members(of: groups.further) }
        }
    }
}

extension ChangeReport.ReasonChange {
    fileprivate var name: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .principal: "principal"
        }
    }
}
