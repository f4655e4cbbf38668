/// Finds, before a document is parsed, what would make parsing it cost exponential or quadratic time.
///
/// The parser expands aliases, compares keys and hashes them before anybody can refuse them. All tests err on the side of
/// refusing: they know nothing of comments and quotes, yet what they refuse has no place in an ordinary document.
enum YAMLHazard {
    /// The first hazard of a text; nil when it is safe to parse.
    static func first(in bytes: [UInt8]) -> DocumentIssue? {
        alias(in: bytes) ?? complexKey(in: bytes) ?? combiningMarks(in: bytes)
    }

    /// How many combining marks may follow each other: as many as in a stream-safe text (UAX #15 section 13).
    private static let maximumMarks = 30

    /// A run of combining marks that is longer than any script writes; to compare such texts, they are sorted.
    private static func combiningMarks(in bytes: [UInt8]) -> DocumentIssue? {
        var (count, offset) = (0, 0)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            guard count <= maximumMarks else {
                return issue("more than \(maximumMarks) combining marks follow each other", before: offset, in: bytes)
            }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    /// An alias needs `&name` and later `*name`, whatever stands around them.
    private static func alias(in bytes: [UInt8]) -> DocumentIssue? {
        var anchors: Set<ArraySlice<UInt8>> = []
        for index in bytes.indices where bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "*") {
            let name = bytes[(index + 1)...].prefix(while: \.isAnchorCharacter)
            guard !name.isEmpty else { continue }
            if bytes[index] == UInt8(ascii: "&") {
                anchors.insert(name)
            } else if anchors.contains(name) {
                let spelling = QuotedText.of("*" + String(decoding: name, as: UTF8.self))
                return issue("aliases (\(spelling)) are not supported: write the value out", before: index, in: bytes)
            }
        }
        return nil
    }

    /// A key that is itself a collection: marked by `?`, or in brackets and followed by a colon on its line.
    private static func complexKey(in bytes: [UInt8]) -> DocumentIssue? {
        var start = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            defer { start += line.count + 1 }
            if hasKeyIndicator(line) || hasBracketedKey(line) {
                return issue("keys that are collections are not supported", before: start, in: bytes)
            }
        }
        return nil
    }

    private static func hasKeyIndicator(_ line: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8?
        for (index, byte) in zip(line.indices, line) {
            let follows = previous.map { "{[,-:?".utf8.contains($0) } ?? true
            let next = line[(index + 1)...].first
            let stands = next.map { " \t\r[{\"'".utf8.contains($0) } ?? true
            if byte == UInt8(ascii: "?"), follows, stands { return true }
            if !" \t\r".utf8.contains(byte) { previous = byte }
        }
        return false
    }

    /// A few brackets are harmless, since cost doubles with each level; and `[::1]:443` is no key.
    private static func hasBracketedKey(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count(where: { "[{".utf8.contains($0) }) > 4 else { return false }
        return line.indices.contains { index in
            guard "]}".utf8.contains(line[index]),
                line[(index + 1)...].drop(while: { " \t".utf8.contains($0) }).first == UInt8(ascii: ":")
            else { return false }
            let opening = line[..<index].lastIndex { !$0.isAddressCharacter }
            return opening.map { line[$0] != UInt8(ascii: "[") } ?? true
        }
    }

    private static func issue(_ detail: String, before index: Int, in bytes: [UInt8]) -> DocumentIssue {
        let line = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
        return DocumentIssue(pointer: "", line: line, detail: detail)
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

extension UInt8 {
    /// Whether the parser takes the byte as part of an anchor's name.
    fileprivate var isAnchorCharacter: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }

    /// Whether the byte can be part of an IPv6 address.
    fileprivate var isAddressCharacter: Bool {
        (0x30...0x3A).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
            || self == UInt8(ascii: ".")
    }
}
