/// Finds, before a document is parsed, what would make using its texts cost quadratic time.
///
/// The test errs on the side of refusing: it knows nothing of comments and quotes, yet what it refuses has no place in an
/// ordinary document.
enum YAMLHazard {
    /// The first hazard of a text; nil when there is none.
    static func first(in bytes: [UInt8]) -> DocumentIssue? {
        combiningMarks(in: bytes)
    }

    /// How many combining marks may follow each other: as many as in a stream-safe text (UAX #15 section 13).
    private static let maximumMarks = 30

    /// The first octet of U+0300, the first combining mark, in UTF-8.
    private static let leastMarkByte: UInt8 = 0xCC

    /// A run of combining marks that is longer than any script writes; to compare such texts, they are sorted.
    private static func combiningMarks(in bytes: [UInt8]) -> DocumentIssue? {
        // Texts in Latin letters, nearly all there are, have no byte so high.
        guard bytes.contains(where: { $0 >= leastMarkByte }) else { return nil }
        var (count, offset) = (0, 0)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            guard count <= maximumMarks else {
                let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
                let detail = "more than \(maximumMarks) combining marks follow each other"
                return DocumentIssue(pointer: "", line: line, detail: detail)
            }
            offset += UTF8.width(scalar)
        }
        return nil
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
