/// Help whose examples can be copied.
///
/// The argument parser wraps the whole text at the width of the terminal, also in the middle of a command, of which a shell
/// would then run only a part. Such a command is continued with backslashes.
enum HelpText {
    /// The first words of lines that are commands.
    private static let commands = ["  anchord ", "  curl ", "  openssl "]
    private static let continuation = "      "

    /// Returns the wrapped text with complete commands; `unwrapped` is the same text without wrapped lines.
    static func copyable(_ wrapped: String, unwrapped: String) -> String {
        var lines = wrapped.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let width = lines.prefix { !$0.hasPrefix("USAGE:") }.map(\.count).max() ?? 0
        for line in unwrapped.split(separator: "\n") where commands.contains(where: line.hasPrefix) {
            guard let parts = range(of: String(line), in: lines), parts.count > 1 else { continue }
            lines.replaceSubrange(parts, with: continued(String(line), width: width))
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the range of the lines that are the parts of a line; nil if there are none.
    private static func range(of line: String, in lines: [String]) -> Range<Int>? {
        for start in lines.indices where !lines[start].isEmpty && line.hasPrefix(lines[start]) {
            var joined = lines[start]
            var end = start + 1
            while joined.count < line.count, end < lines.count {
                joined += " " + lines[end]
                end += 1
            }
            if joined == line { return start..<end }
        }
        return nil
    }

    /// Divides a command between words, with a backslash at the end of each line but the last.
    private static func continued(_ line: String, width: Int) -> [String] {
        var (lines, current) = ([String](), "")
        for word in words(of: line) {
            if current.isEmpty {
                current = word
            } else if current.count + 1 + word.count + " \\".count <= width {
                current += " " + word
            } else {
                lines.append(current + " \\")
                current = continuation + word
            }
        }
        return lines + [current]
    }

    /// Splits a line at spaces outside of quotes; the first word has the indentation.
    private static func words(of line: String) -> [String] {
        var (words, word) = ([String](), "")
        var quote: Character?
        for character in line {
            if character == " ", quote == nil, word.contains(where: { $0 != " " }) {
                words.append(word)
                word = ""
            } else {
                if character == quote {
                    quote = nil
                } else if quote == nil, "'\"".contains(character) {
                    quote = character
                }
                word.append(character)
            }
        }
        return words + [word]
    }
}
