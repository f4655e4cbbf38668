import StructuredDocuments
import TrustAPI
import TrustService

/// The results of a replay of some decisions, in the order of the log.
struct ReplayTally: Sendable {
    /// The maximum number of changes that are listed one by one.
    static let maximumChanges = 100
    /// The maximum number of different parts, which change with the configuration.
    private static let maximumSamples = 10

    /// A change with its decision.
    struct Change: Sendable {
        let decision: ReplayDecision
        let change: DecisionChange
    }

    private(set) var report = ChangeReport()
    private(set) var failures: [ReplayFailure.Kind: ReplayFailures] = [:]
    private var first = FirstChanges<Change>(maximum: maximumChanges)
    /// The number of answers without a verdict, such as signatures, which policies do not determine.
    var withoutVerdict = 0
    /// The number of decisions that the daemon dropped, so that the log does not have them.
    private(set) var dropped = 0
    /// The parts of allowed decisions that the log has, as in its lines about runs; none if it has all.
    private var samples: Set<String> = []
    /// Lines of JSON.
    private(set) var json: [UInt8] = []

    /// The first changes, those that are denied before others.
    var changes: [Change] { first.elements }

    /// The parts of allowed decisions that the log has; empty if it has all.
    var sampled: [String] { samples.sorted() }

    /// The number of decisions that cannot be made again.
    var failed: Int { failures.values.reduce(0) { $0 + $1.count } }

    /// Whether there was any decision.
    var hasDecisions: Bool { report.compared + failed + withoutVerdict > 0 }

    mutating func add(_ change: DecisionChange?, to decision: ReplayDecision, json isJSON: Bool) {
        report.add(change, id: decision.id, policy: decision.policy, host: decision.host)
        guard let change else { return }
        first.add(Change(decision: decision, change: change), change.effect)
        if isJSON { append(decision) { $0.members(of: change) } }
    }

    mutating func add(_ failure: ReplayFailure, to decision: ReplayDecision, json isJSON: Bool) {
        let detail = QuotedText.excerpt(failure.detail)
        failures[failure.kind, default: ReplayFailures()].add(ReplayFailures(of: decision.id, detail: detail))
        guard isJSON else { return }
        append(decision) { writer in
            writer.member("failure", failure.kind.rawValue)
            writer.member("detail", failure.detail.isEmpty ? nil : failure.detail)
        }
    }

    /// Adds the results of the decisions that follow, without their lines.
    mutating func add(_ next: ReplayTally) {
        report.add(next.report)
        for (kind, more) in next.failures { failures[kind, default: ReplayFailures()].add(more) }
        first.add(next.first)
        withoutVerdict += next.withoutVerdict
        add(dropped: next.dropped)
        for sample in next.sampled { add(sample: sample) }
    }

    /// Adds decisions that the daemon dropped; a forged number does not overflow.
    mutating func add(dropped count: Int) {
        dropped = dropped.addingReportingOverflow(count).overflow ? .max : dropped + count
    }

    /// Adds the part of allowed decisions that a run has.
    mutating func add(sample: String) {
        if samples.count < Self.maximumSamples { samples.insert(sample) }
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
                    writer.member("details", entry.value.details) { writer, detail in
                        writer.object { writer in
                            writer.member("detail", detail.text)
                            writer.member("count", detail.count)
                        }
                    }
                }
            }
            if dropped > 0 { writer.member("dropped", dropped) }
            if !samples.isEmpty { writer.member("sampled", sampled) }
            writer.member("withoutVerdict", withoutVerdict)
            writer.member("damagedLines", damagedLines)
        }
        return PrintableJSON.bytes(of: writer.bytes) + [UInt8(ascii: "\n")]
    }

    /// The decisions that the log lacks, as a clause; nil if it has all.
    var gaps: String? {
        let rates = sampled.map { QuotedText.excerpt($0, ofAtMost: 20) }.joined(separator: ", ")
        let texts = [
            dropped > 0 ? "\(dropped) decisions dropped" : nil,
            samples.isEmpty ? nil : "allowed decisions sampled at \(rates)",
        ].compactMap(\.self)
        return texts.isEmpty ? nil : "not in the log: " + texts.joined(separator: ", ")
    }
}
