import StructuredDocuments
import TrustService

/// The result of a replay as text.
struct ReplayText {
    let tally: ReplayTally
    let damagedLines: Int

    /// The lines; names in them have no control characters.
    var lines: [String] {
        let changed = tally.report.changed
        let head = [
            "\(tally.report.compared) decisions compared: \(tally.report.unchanged) unchanged, \(changed.total) changed "
                + "(\(changed.denied) denied, \(changed.allowed) allowed, \(changed.other) other)",
            "\(tally.failed) decisions not made again, \(tally.withoutVerdict) answers without a verdict, "
                + "\(damagedLines) damaged lines",
            tally.gaps,
        ].compactMap(\.self)
        let sections = ReplayNames.sections(of: tally.report).filter { !$0.rows.isEmpty }.flatMap {
            [""] + lines(of: $0)
        }
        return head + failures + sections
    }

    private var failures: [String] {
        tally.failures.sorted { $0.key < $1.key }.flatMap { kind, failures in
            let examples = failures.examples.map { ReplayNames.name($0) }.joined(separator: ", ")
            let details = failures.details.map { "            \($0.count): \($0.text)" }
            return ["\(column(failures.count))  \(kind.text)", "            for example \(examples)"] + details
        }
    }

    private func lines(of section: ReplayNames.Section) -> [String] {
        let heading = "    DENIED   ALLOWED     OTHER  \(section.title.uppercased()) (first decision)"
        let rows = section.rows.map { name, group in
            let counts = [group.counts.denied, group.counts.allowed, group.counts.other].map { column($0) }
            return "\(counts.joined())  \(name) (\(ReplayNames.name(group.examples.first ?? "")))"
        }
        return [heading] + rows + (section.rest.map { [$0] } ?? [])
    }

    private func column(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: " ", count: max(1, 10 - text.count)) + text
    }
}
