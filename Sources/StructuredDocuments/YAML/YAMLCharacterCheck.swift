/// Checks text before it is parsed.
///
/// Rejects `%TAG` directives, long runs of combining marks, and characters that are line breaks only in YAML 1.1.
/// Comparing directives or marks takes quadratic time.
///
/// The check also covers comments and quoted text, which do not contain such characters in ordinary documents.
enum YAMLCharacterCheck {
    /// The maximum number of consecutive combining marks, as in stream-safe text (UAX #15 section 13).
    ///
    /// No writing system uses longer runs. To compare strings, Swift sorts each run.
    private static let maximumMarks = 30

    /// The first byte of U+0085 in UTF-8, the lowest first byte of the characters checked.
    private static let lowestFirstByte: UInt8 = 0xC2

    /// Returns an issue for the first character rejected; nil if there is none.
    static func firstIssue(in bytes: [UInt8]) -> DocumentIssue? {
        if let issue = firstTagDirective(in: bytes) { return issue }
        // Most documents are ASCII text, which contains none of the characters.
        guard bytes.contains(where: { $0 >= lowestFirstByte }) else { return nil }
        var (marks, offset) = (0, 0)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            marks = scalar.isMark ? marks + 1 : 0
            if let detail = detail(of: scalar, marks) {
                let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
                return DocumentIssue(pointer: "", line: line, detail: detail)
            }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    /// Returns an issue for the first `%TAG` directive.
    ///
    /// libyaml compares each directive with all earlier ones; anchord accepts no tags.
    private static func firstTagDirective(in bytes: [UInt8]) -> DocumentIssue? {
        var line = 1
        var isLineStart = true
        for (position, byte) in bytes.enumerated() {
            if isLineStart, byte == UInt8(ascii: "%"), bytes[position...].starts(with: "%TAG".utf8) {
                return DocumentIssue(pointer: "", line: line, detail: "`%TAG` directives are not supported")
            }
            isLineStart = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        return nil
    }

    private static func detail(of scalar: Unicode.Scalar, _ marks: Int) -> String? {
        if marks > maximumMarks { return "more than \(maximumMarks) consecutive combining marks" }
        // In YAML 1.1 (section 5.4) and libyaml, but not in YAML 1.2 and JSON, these characters end a line.
        switch scalar {
        case "\u{85}": return "U+0085 is a line break only in YAML 1.1: write `\\u0085` in double quotes"
        case "\u{2028}": return "U+2028 is a line break only in YAML 1.1: write `\\u2028` in double quotes"
        case "\u{2029}": return "U+2029 is a line break only in YAML 1.1: write `\\u2029` in double quotes"
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is a combining mark; the lowest is U+0300.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
