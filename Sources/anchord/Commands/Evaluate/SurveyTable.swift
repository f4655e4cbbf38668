import StructuredDocuments

/// The columns of a table with one line for each chain.
struct SurveyTable {
    /// The maximum width of the first column; longer names move the other columns of their line.
    private static let maximumWidth = 60

    private let width: Int

    init(_ sources: [ChainSource]) {
        let widths = sources.map { QuotedText.printable($0.text).count }
        width = min(Self.maximumWidth, max("CHAIN".count, widths.max() ?? 0))
    }

    var heading: String { line("CHAIN", "VERDICT", days: "DAYS", reason: "FIRST REASON") }

    func line(of row: SurveyRow) -> String {
        let source = QuotedText.printable(row.source)
        let reason = row.reason.isEmpty ? "-" : row.reason
        return line(source, row.verdict, days: row.daysLeft.map(String.init) ?? "-", reason: reason)
    }

    private func line(_ source: String, _ verdict: String, days: String, reason: String) -> String {
        let columns = [padded(source, width), padded(verdict, "indeterminate".count), padded(days, 5)]
        return columns.joined(separator: "  ") + "  " + reason
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
