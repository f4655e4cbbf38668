import Glibc
import TrustService

/// A line on standard error with the numbers so far, only if it is a terminal.
struct ReplayProgress {
    private let isTerminal = isatty(StandardStream.error.rawValue) == 1
    private var isShown = false

    mutating func show(_ tally: ReplayTally) {
        guard isTerminal else { return }
        isShown = true
        let report = tally.report
        _ = StandardStream.error.write(
            "\(report.compared) compared, \(report.changed.total) changed, \(tally.failed) not made again"
        )
    }

    /// Removes the line, so that other text can be written.
    mutating func clear() {
        if isShown { _ = StandardStream.error.write("\r\u{1B}[K") }
        isShown = false
    }
}
