import TrustEvaluation
import TrustModel
import TrustService

/// The decisions that a stream of decisions has not sent: their number, and as far as they were read, how many belong to each policy
/// and action.
struct SkippedDecisions {
    private struct Key: Hashable {
        /// The counter of the policy; nil for an answer without a verdict.
        let counter: Int?
        let action: Verdict.Action?
    }

    private struct Entry {
        let policy: PolicyIdentity?
        var count = 0
    }

    /// The maximum number of policies and actions with counts of their own; others are counted together.
    static let maximumEntries = 256

    private static let others = Key(counter: nil, action: nil)

    /// The number of decisions that satisfy the conditions of the stream.
    private(set) var count = 0
    /// The number of decisions that were not read, so that it is unknown whether they satisfy the conditions.
    private(set) var unread: UInt64 = 0
    private var entries: [Key: Entry] = [:]

    var isEmpty: Bool { count == 0 && unread == 0 }

    /// Counts a decision that satisfies the conditions.
    mutating func add(_ decision: Decision) {
        count += 1
        let facts = decision.facts
        let key = Key(counter: facts?.counter, action: facts?.action)
        let isCounted = entries[key] != nil || entries.count < Self.maximumEntries
        entries[isCounted ? key : Self.others, default: Entry(policy: isCounted ? facts?.policy : nil)].count += 1
    }

    /// Counts decisions that were not read.
    mutating func add(unread count: UInt64) { unread += count }

    /// The JSON of an event.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("count", count)
            writer.member("unread", Int(unread))
            writer.member("counts", sorted) { writer, item in
                writer.object { writer in
                    if let policy = item.entry.policy {
                        writer.member("policy") { Self.write(policy, to: &$0) }
                    }
                    writer.member("action", item.key.action?.rawValue)
                    writer.member("count", item.entry.count)
                }
            }
        }
        return writer.bytes
    }

    private static func write(_ policy: PolicyIdentity, to writer: inout JSONWriter) {
        writer.member("set", policy.set)
        writer.member("name", policy.name)
        if policy == .inline { writer.member("inline", true) }
    }

    /// The counts in a fixed order, the largest first.
    private var sorted: [(key: Key, entry: Entry)] {
        func text(_ item: (key: Key, value: Entry)) -> String {
            let policy = item.value.policy
            return "\(policy?.set ?? "") \(policy?.name ?? "") \(item.key.action?.rawValue ?? "")"
        }
        return entries.sorted { ($1.value.count, text($0)) < ($0.value.count, text($1)) }.map { ($0.key, $0.value) }
    }
}
