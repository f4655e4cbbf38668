import Glibc

/// A line on standard error with the number of evaluated chains, only if it is a terminal.
struct SurveyProgress {
    private let total: Int
    private let isShown: Bool
    private var done = 0

    init(total: Int) {
        self.total = total
        isShown = total > 1 && isatty(StandardStream.error.rawValue) == 1
    }

    /// Counts a chain, and shows the number until the next call of ``clear()``.
    mutating func advance() {
        done += 1
        if isShown, done < total { _ = StandardStream.error.write("\(done) of \(total)") }
    }

    /// Removes the line, so that other text can be written.
    func clear() {
        if isShown, done > 0 { _ = StandardStream.error.write("\r\u{1B}[K") }
    }
}
