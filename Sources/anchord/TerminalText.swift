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
        guard hasColors, let color = Self.color(of: line) else { return text }
        let word = line.prefix { $0 != " " }
        return "\u{1B}[\(color)m\(word)\u{1B}[0m" + text.dropFirst(word.count)
    }

    /// Breaks a line at spaces; further lines are indented by two columns more than the first.
    ///
    /// A word that is too long stays whole, and so does an object, so that both can be copied.
    private func wrapped(_ line: String) -> [String] {
        guard let width else { return [line] }
        let indentation = min(line.prefix { $0 == " " }.count + 2, width / 2)
        var (lines, rest) = ([String](), line[...])
        while rest.count > width, let space = Self.breakingSpace(of: rest, within: width) {
            lines.append(String(rest[..<space]))
            rest = String(repeating: " ", count: indentation) + rest[space...].drop { $0 == " " }
        }
        return lines + [String(rest)]
    }

    /// Returns the last space at which a line with at most `width` columns can end, or else the first one; nil if there is none.
    private static func breakingSpace(of line: Substring, within width: Int) -> String.Index? {
        let start = line.firstIndex { $0 != " " } ?? line.endIndex
        let breakable = line[start...].prefix { $0 != "{" }
        let end = line.index(line.startIndex, offsetBy: width + 1)
        let fitting = breakable[..<max(start, min(end, breakable.endIndex))]
        return fitting.lastIndex(of: " ") ?? breakable.firstIndex(of: " ")
    }

    /// Returns the color of a line's first word, as a parameter of the control sequence SGR (ECMA-48); nil for none.
    private static func color(of line: String) -> Int? {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        return colors[words[0] == "check" && words.count > 2 ? words[2] : words[0]]
    }

    private static let (red, green, yellow, cyan) = (31, 32, 33, 36)
    private static let colors: [Substring: Int] = [
        "trusted:": green, "untrusted:": red, "indeterminate:": yellow,
        "error": red, "warning": yellow, "notice": cyan,
        "fail:": red, "warn:": yellow, "pass:": green,
        "fail": red, "warn": yellow, "ok": green, "FAILED": red,
    ]
}
