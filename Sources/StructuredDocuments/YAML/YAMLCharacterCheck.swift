/// Finds, before a document is parsed, characters that would make using its texts cost quadratic time, or that versions of YAML
/// read differently.
///
/// The test errs on the side of refusing: it knows nothing of comments and quotes, yet what it refuses has no place in an
/// ordinary document.
enum YAMLCharacterCheck {
    /// How many combining marks may follow each other: as many as in a stream-safe text (UAX #15 section 13).
    ///
    /// A longer run is written in no script; to compare such texts, the marks are sorted.
    private static let maximumMarks = 30

    /// The first octet of U+0085 in UTF-8; every other character that is looked for has one as high.
    private static let leastByte: UInt8 = 0xC2

    /// The first hazard of a text; nil when there is none.
    static func first(in bytes: [UInt8]) -> DocumentIssue? {
        // Texts in ASCII, nearly all there are, have no byte so high.
        guard bytes.contains(where: { $0 >= leastByte }) else { return nil }
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

    private static func detail(of scalar: Unicode.Scalar, _ marks: Int) -> String? {
        if marks > maximumMarks { return "more than \(maximumMarks) combining marks follow each other" }
        // Breaks in YAML 1.1 section 5.4, as libyaml reads them, but neither in YAML 1.2 nor in JSON: a comment could end there.
        switch scalar {
        case "\u{85}": return "U+0085 ends a line in YAML 1.1 only: write `\\N` in double quotes"
        case "\u{2028}": return "U+2028 ends a line in YAML 1.1 only: write `\\L` in double quotes"
        case "\u{2029}": return "U+2029 ends a line in YAML 1.1 only: write `\\P` in double quotes"
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a combining mark; the first is U+0300.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
