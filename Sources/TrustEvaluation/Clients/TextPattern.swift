import TrustModel

/// A pattern of attribute values: `*` is any number of characters; the case of ASCII letters is ignored.
///
/// Only ASCII letters are folded, because other case mappings would let different letters match, such as the Kelvin sign
/// and `k`.
package struct TextPattern: Sendable, Hashable {
    /// The maximum number of wildcards, which bounds the work of a comparison.
    private static let maximumWildcards = 4
    /// The maximum length in octets; common names have at most 64 characters (RFC 5280 appendix A.1).
    private static let maximumOctets = 128
    /// The maximum length in octets of a value that can match.
    private static let maximumValueOctets = 256

    /// The parts between the wildcards, in lower case.
    private let parts: [[UInt8]]

    /// Parses a pattern.
    ///
    /// - Throws: ``NamePatternError`` if the text is empty or too long, or has too many wildcards.
    package init(_ text: String) throws(NamePatternError) {
        guard (1...Self.maximumOctets).contains(text.utf8.count) else {
            throw NamePatternError("is not 1 to \(Self.maximumOctets) octets long")
        }
        parts = Self.folded(text).split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
        guard parts.count <= Self.maximumWildcards + 1 else {
            throw NamePatternError("has more than \(Self.maximumWildcards) wildcards")
        }
    }

    /// Whether a value matches; a value that is empty, too long, or has control or format characters never does.
    func matches(_ value: String) -> Bool { Self.comparable(value).map(matches(folded:)) ?? false }

    /// Returns a value in the form that patterns compare; nil for a value that no pattern matches.
    static func comparable(_ value: String) -> [UInt8]? {
        guard (1...maximumValueOctets).contains(value.utf8.count), value.unicodeScalars.allSatisfy(isVisible) else {
            return nil
        }
        return folded(value)
    }

    /// Whether a value matches that ``comparable(_:)`` returned.
    func matches(folded value: [UInt8]) -> Bool {
        var rest = value[...]
        guard parts.count > 1 else { return rest.elementsEqual(parts[0]) }
        guard rest.starts(with: parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        // The leftmost occurrence of each part leaves the longest rest for the parts after it.
        for part in parts.dropFirst().dropLast() {
            guard let end = Self.end(of: part, in: rest) else { return false }
            rest = rest[end...]
        }
        let last = parts[parts.endIndex - 1]
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }

    /// Compares a value; the result is uncertain if applications can read the value differently.
    ///
    /// Such values are those that never match, and values with leading, trailing or repeated white space, which name
    /// comparison ignores (RFC 5280 section 7.1).
    func comparison(with value: String) -> ConstraintMatch {
        if matches(value) { return .met }
        guard (1...Self.maximumValueOctets).contains(value.utf8.count),
            value.unicodeScalars.allSatisfy({ Self.isVisible($0) && ($0 == " " || !$0.properties.isWhitespace) })
        else { return .uncertain }
        let words = value.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        return words.contains(where: \.isEmpty) ? .uncertain : .unmet
    }

    /// Returns the cost of a comparison, in units of 10 nanoseconds.
    ///
    /// The properties of each character are looked up in tables. A part between two wildcards is compared at every position of
    /// the value, usually only up to its first octet.
    func cost(ofOctets count: Int) -> Int {
        let count = min(count, Self.maximumValueOctets)
        let inner = parts.dropFirst().dropLast().reduce(0) { $0 + $1.count }
        return 30 + 8 * count + count * inner / 8
    }

    /// Returns the cost of comparing a value that is comparable already, in units of 10 nanoseconds.
    func cost(ofFolded count: Int) -> Int {
        let inner = parts.dropFirst().dropLast().reduce(0) { $0 + $1.count }
        return 6 + min(count, parts[0].count) / 4 + count * inner / 8
    }

    private static func end(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard text.count >= part.count else { return nil }
        return (text.startIndex...(text.endIndex - part.count))
            .first { text[$0...].starts(with: part) }.map { $0 + part.count }
    }

    static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .surrogate, .unassigned, .privateUse: false
        default: !VisibleText.isControl(scalar)
        }
    }
}

/// The reason why a text is not a valid pattern of client names.
package struct NamePatternError: Error, Equatable, Sendable {
    /// A clause whose subject is the pattern, such as `is empty`.
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
