import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustService

/// A table of forecasts, with the numbers of chains below.
struct ForecastTable {
    /// The maximum width of the column of chains; longer names move the other columns of their line.
    private static let maximumWidth = 60
    private static let causeWidth = ForecastCause.allCases.map(\.rawValue.count).max() ?? 0
    private static let renewalWidth = RenewalNotice.Cause.allCases.map(\.rawValue.count).max() ?? 0

    private let rows: [ForecastRow]
    private let log: ForecastLog?
    private let end: Instant
    private let width: Int

    init(_ rows: [ForecastRow], _ log: ForecastLog?, until end: Instant) {
        (self.rows, self.log, self.end) = (rows, log, end)
        let widths = rows.map { QuotedText.printable($0.source).count }
        width = min(Self.maximumWidth, max("CHAIN".count, widths.max() ?? 0))
    }

    /// All lines, without control characters.
    var text: String {
        let lines = rows.map { line(time($0), cause($0), of: $0.source, reason: $0.reason.isEmpty ? "-" : $0.reason) }
        let heading = line("ALLOWED UNTIL", "CAUSE", of: "CHAIN", reason: "FIRST REASON")
        return ([heading] + lines + renewals + ["", summary] + (log.map { [$0.text] } ?? []) + [""]).joined(
            separator: "\n"
        )
    }

    /// A line for each requirement on a certificate that replaces one, below a heading; empty if there are none.
    private var renewals: [String] {
        let notices = rows.flatMap { row in row.renewals.map { (row: row, notice: $0) } }
            .sorted { $0.notice.date < $1.notice.date }
        guard !notices.isEmpty else { return [] }
        let lines = notices.map { row, notice in
            let cause = padded(notice.cause.rawValue, Self.renewalWidth)
            return line(notice.date.description, cause, of: row.source, reason: notice.message)
        }
        let cause = padded("CAUSE", Self.renewalWidth)
        return ["", line("ISSUED FROM", cause, of: "CHAIN", reason: "REQUIREMENT ON THE REPLACEMENT")] + lines
    }

    private func time(_ row: ForecastRow) -> String {
        switch row.result {
        case .error: "error"
        case .forecast(let forecast):
            switch forecast.end {
            case nil: "no end"
            case let stage? where stage.previous == nil: "not allowed"
            case let stage?: stage.begin.adding(seconds: -1).description
            }
        }
    }

    private func cause(_ row: ForecastRow) -> String { row.end?.cause?.rawValue ?? "-" }

    private func line(_ time: String, _ cause: String, of source: String, reason: String) -> String {
        let columns = [
            padded(time, Instant.textLength), padded(cause, Self.causeWidth),
            padded(QuotedText.printable(source), width),
        ]
        return columns.joined(separator: "  ") + "  " + QuotedText.printable(reason)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The number of chains by what becomes of them, and of ends by cause.
    private var summary: String {
        let ends = rows.compactMap(\.end)
        let denied = ends.count { $0.previous == nil }
        let errors = rows.count { $0.status == .usage }
        let causes = ForecastCause.allCases.compactMap { cause in
            let count = ends.count { $0.cause == cause }
            return count > 0 ? "\(count) \(cause.rawValue)" : nil
        }
        let ended = ends.count - denied
        let parts = [
            "\(rows.count - ends.count - errors) allowed until \(end)",
            ended > 0 ? "\(ended) until an earlier time (\(causes.joined(separator: ", ")))" : nil,
            denied > 0 ? "\(denied) not allowed now" : nil,
            errors > 0 ? "\(errors) without a verdict" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }
}
