import StructuredDocuments
import TrustEvaluation
import TrustModel
package import TrustService

/// Encodes decisions as entries of the journal, whose messages are lines of a log without texts.
///
/// The messages can therefore be read with all that reads a log.
package struct DecisionEntries: DecisionEntryEncoder {
    private var lines: DecisionLines
    private let mask: DecisionMask

    /// Creates an encoder.
    package init(sample: DecisionSample = .all, mask: DecisionMask = .none) {
        lines = DecisionLines(hasTexts: false, sample: sample, mask: mask)
        self.mask = mask
    }

    /// Returns the entry for a line.
    package mutating func entry(for line: DecisionLine) -> DecisionEntry {
        var message: [UInt8] = []
        lines.append(line, to: &message)
        var entry = DecisionEntry()
        entry.fields.append(DecisionEntry.Field("MESSAGE", Array(message.dropLast())))
        entry.add("SYSLOG_IDENTIFIER", "anchord-decisions")
        entry.add("PRIORITY", Self.priority(of: line).description)
        guard case .decision(let decision) = line else { return entry }
        entry.add("ANCHORD_DECISION", decision.id.description)
        entry.add("ANCHORD_ROUTE", decision.place.route.rawValue)
        for client in decision.place.clients { entry.add("ANCHORD_CLIENT", client) }
        entry.add("ANCHORD_TRACE", decision.trace?.description)
        if let facts = decision.facts { add(facts, to: &entry) }
        return entry
    }

    private func add(_ facts: DecisionFacts, to entry: inout DecisionEntry) {
        entry.add("ANCHORD_POLICY_SET", facts.policy.set)
        entry.add("ANCHORD_POLICY", facts.policy.name)
        let host = mask.text(facts.host.text, of: .host).map { QuotedText.excerpt($0) }
        entry.add("ANCHORD_HOST", host.map { QuotedText.printable($0) })
        entry.add("ANCHORD_VERDICT", facts.outcome.rawValue)
        entry.add("ANCHORD_ACTION", facts.action.rawValue)
        entry.add("ANCHORD_BLOCK", facts.block)
        for code in Set(facts.reasons.map(\.code.name)).sorted() { entry.add("ANCHORD_CODE", code) }
    }

    /// The priority of syslog: warning for a mark of loss, notice for what is not allowed, and else informational.
    private static func priority(of line: DecisionLine) -> Int {
        switch line {
        case .dropped, .unflushed: 4
        case .run: 6
        case .decision(let decision): decision.facts.map { $0.action == .deny ? 5 : 6 } ?? 5
        }
    }
}
