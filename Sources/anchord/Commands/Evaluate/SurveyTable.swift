import StructuredDocuments

/// The columns of a table with one line for each chain.
struct SurveyTable {
    /// The maximum width of the first column; longer names move the other columns of their line.
    private static let maximumWidth = 60

    private static let verdictWidth = "indeterminate".count

    private let width: Int

    init(_ sources: [ChainSource]) {
        let widths = sources.map { QuotedText.printable($0.text).count }
        width = min(Self.maximumWidth, max("CHAIN".count, widths.max() ?? 0))
    }

    var heading: String { line("CHAIN", "VERDICT", days: "DAYS", reason: "FIRST REASON") }

    /// Returns the line of a chain without control characters, with the verdict in color.
    func line(of row: SurveyRow, in terminal: TerminalText) -> String {
        let source = QuotedText.printable(row.source)
        let reason = row.reason.isEmpty ? "-" : row.reason
        let days = row.daysLeft.map(String.init) ?? "-"
        let verdict = terminal.colored(padded(row.verdict, Self.verdictWidth), like: row.verdict + ":")
        return line(source, verdict, days: days, reason: QuotedText.printable(reason))
    }

    private func line(_ source: String, _ verdict: String, days: String, reason: String) -> String {
        let columns = [padded(source, width), padded(verdict, Self.verdictWidth), padded(days, 5)]
        return columns.joined(separator: "  ") + "  " + reason
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
