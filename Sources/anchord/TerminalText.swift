import Glibc
import StructuredDocuments

/// The form of text on standard output: wrapped and colored if it is a terminal, and unchanged otherwise.
struct TerminalText {
    /// The minimum number of columns for which lines are wrapped.
    private static let minimumWidth = 40

    /// The number of columns; nil to wrap no line.
    let width: Int?
    let hasColors: Bool

    /// The form for standard output.
    ///
    /// `COLUMNS` replaces the terminal's own width. `NO_COLOR` turns colors off, unless it is empty (https://no-color.org).
    static let ofOutput = {
        let isTerminal = isatty(StandardStream.output.rawValue) == 1
        return isTerminal ? ofTerminal(EnvironmentVariables.all()) : TerminalText(width: nil, hasColors: false)
    }()

    /// Returns the form for a terminal with these environment variables.
    static func ofTerminal(_ environment: [String: String]) -> TerminalText {
        let width = environment["COLUMNS"].flatMap { Int($0) } ?? terminalWidth()
        let hasColors = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return TerminalText(width: width.flatMap { $0 >= minimumWidth ? $0 : nil }, hasColors: hasColors)
    }

    private static func terminalWidth() -> Int? {
        var size = winsize()
        guard unsafe ioctl(StandardStream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Returns the lines of a text with control characters escaped, then wrapped and colored.
    func formed(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { formed(line: QuotedText.printable(String($0))) }.joined(separator: "\n")
    }

    private func formed(line: String) -> String {
        let text = wrapped(line).joined(separator: "\n")
        let word = line.prefix { $0 != " " }
        return colored(String(word), like: Self.kind(of: line)) + text.dropFirst(word.count)
    }

    /// Returns a text in the color of a word, if the word is a verdict, a severity or a status.
    func colored(_ text: String, like word: String) -> String {
        guard hasColors, let color = Self.colors[word] else { return text }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }

    /// Breaks a line at white space; further lines are indented by two columns more than the first.
    ///
    /// A word that is too long stays whole, and so does an object at the end, so that both can be copied.
    private func wrapped(_ line: String) -> [String] {
        guard let width else { return [line] }
        let indentation = String(repeating: " ", count: min(line.prefix { $0 == " " }.count + 2, width / 2))
        let breakable = line[..<Self.object(atEndOf: line)]
        var (lines, start, prefix) = ([String](), line.startIndex, "")
        while let gap = Self.gap(in: breakable[start...], of: line, after: width - prefix.count) {
            lines.append(prefix + line[start..<gap.lowerBound])
            (start, prefix) = (gap.upperBound, indentation)
        }
        return lines + [prefix + line[start...]]
    }

    /// Returns the place of a JSON object that ends a line; the end of the line if there is none.
    private static func object(atEndOf line: String) -> String.Index {
        line.hasSuffix("}") ? line.firstRange(of: "{\"")?.lowerBound ?? line.endIndex : line.endIndex
    }

    /// Returns the white space at which a line ends that may have `width` columns, or else the first one.
    ///
    /// The result is nil if the rest of the line fits, or has no white space after a word.
    private static func gap(in rest: Substring, of line: String, after width: Int) -> Range<String.Index>? {
        guard let end = line.index(rest.startIndex, offsetBy: width, limitedBy: line.endIndex), end < line.endIndex,
            let word = rest.firstIndex(where: { !$0.isWhitespace })
        else { return nil }
        let limit = max(word, min(line.index(after: end), rest.endIndex))
        guard
            let space = rest[word..<limit].lastIndex(where: \.isWhitespace)
                ?? rest[word...].firstIndex(where: \.isWhitespace)
        else { return nil }
        let before = rest[word..<space].lastIndex { !$0.isWhitespace } ?? word
        let after = line[space...].firstIndex { !$0.isWhitespace } ?? line.endIndex
        return line.index(after: before)..<after
    }

    /// Returns the word that determines the color of a line's first word.
    private static func kind(of line: String) -> String {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        return String(words[0] == "check" && words.count > 2 ? words[2] : words[0])
    }

    private static let (red, green, yellow, cyan) = (31, 32, 33, 36)
    /// Parameters of the control sequence SGR (ECMA-48), by word.
    private static let colors = [
        "trusted:": green, "untrusted:": red, "indeterminate:": yellow, "error:": red,
        "error": red, "warning": yellow, "notice": cyan,
        "fail:": red, "warn:": yellow, "pass:": green,
        "fail": red, "warn": yellow, "ok": green, "FAILED": red,
    ]
}
