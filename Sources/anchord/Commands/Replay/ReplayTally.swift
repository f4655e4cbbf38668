import StructuredDocuments
import TrustAPI
import TrustService

/// The results of a replay of some decisions, in the order of the log.
struct ReplayTally: Sendable {
    /// Decisions that cannot be made again for the same reason.
    struct Failures: Sendable {
        var count = 0
        /// The identifiers of the first ones.
        var examples: [String] = []
        /// Details of the first one that has any.
        var detail = ""
    }

    /// The maximum number of identifiers of each group.
    private static let maximumExamples = 5
    /// The maximum number of changes that are listed one by one.
    static let maximumChanges = 100

    /// A change with its decision.
    struct Change: Sendable {
        let decision: ReplayDecision
        let change: DecisionChange
    }

    private(set) var report = ChangeReport()
    private(set) var failures: [ReplayFailure.Kind: Failures] = [:]
    /// The first changes.
    private(set) var changes: [Change] = []
    /// The number of answers without a verdict, such as signatures, which policies do not determine.
    var withoutVerdict = 0
    /// Lines of JSON.
    private(set) var json: [UInt8] = []

    /// The number of decisions that cannot be made again.
    var failed: Int { failures.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ change: DecisionChange?, to decision: ReplayDecision, json isJSON: Bool) {
        report.add(change, id: decision.id, policy: decision.policy, host: decision.host)
        guard let change else { return }
        if changes.count < Self.maximumChanges { changes.append(Change(decision: decision, change: change)) }
        if isJSON { append(decision) { $0.members(of: change) } }
    }

    mutating func add(_ failure: ReplayFailure, to decision: ReplayDecision, json isJSON: Bool) {
        let one = Failures(count: 1, examples: [decision.id], detail: failure.detail)
        add(one, of: failure.kind)
        guard isJSON else { return }
        append(decision) { writer in
            writer.member("failure", failure.kind.rawValue)
            writer.member("detail", failure.detail.isEmpty ? nil : failure.detail)
        }
    }

    /// Adds the results of the decisions that follow, without their lines.
    mutating func add(_ next: ReplayTally) {
        report.add(next.report)
        for (kind, failures) in next.failures { add(failures, of: kind) }
        changes += next.changes.prefix(Self.maximumChanges - changes.count)
        withoutVerdict += next.withoutVerdict
    }

    private mutating func add(_ more: Failures, of kind: ReplayFailure.Kind) {
        var failures = failures[kind] ?? Failures()
        failures.count += more.count
        failures.examples += more.examples.prefix(Self.maximumExamples - failures.examples.count)
        if failures.detail.isEmpty { failures.detail = more.detail }
        self.failures[kind] = failures
    }

    private mutating func append(_ decision: ReplayDecision, _ members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", decision.id)
            writer.member("policy", decision.policy.isEmpty ? nil : decision.policy)
            writer.member("host", decision.host.isEmpty ? nil : decision.host)
            members(&writer)
        }
        json += PrintableJSON.bytes(of: writer.bytes)
        json.append(UInt8(ascii: "\n"))
    }
}

extension ReplayTally {
    /// The whole result as one object in a line.
    func summary(damagedLines: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("report") { $0.members(of: report) }
            writer.member("failures", failures.sorted { $0.key < $1.key }) { writer, entry in
                writer.object { writer in
                    writer.member("failure", entry.key.rawValue)
                    writer.member("count", entry.value.count)
                    writer.member("examples", entry.value.examples)
                    writer.member("detail", entry.value.detail.isEmpty ? nil : entry.value.detail)
                }
            }
            writer.member("withoutVerdict", withoutVerdict)
            writer.member("damagedLines", damagedLines)
        }
        return PrintableJSON.bytes(of: writer.bytes) + [UInt8(ascii: "\n")]
    }
}
