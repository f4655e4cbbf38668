package import StructuredDocuments

/// A strict JSON parser (RFC 8259): UTF-8 only, no duplicate keys, limited depth and size.
///
/// Parsers disagree on which of two duplicate keys applies, and a verdict must not depend on that. General-purpose JSON
/// libraries accept duplicate keys.
package struct JSONReader {
    /// A syntax error in a JSON text.
    package struct SyntaxError: Error, Equatable, Sendable {
        /// The byte offset of the error in the text.
        package let offset: Int
        /// The error, as a clause without a final period.
        package let reason: String
    }

    /// The maximum nesting depth of arrays and objects; requests need six levels.
    package static let maximumDepth = 32
    /// The maximum number of values in a text, including nested ones; the largest requests have several thousand.
    package static let maximumValues = 16384
    /// The maximum length of a key or number in bytes; the longest key of a request has 28.
    package static let maximumNameBytes = DocumentValue.maximumNameBytes

    private var cursor: JSONCursor
    private var valueCount = 0
    private let valueLimit: Int

    private init(_ bytes: [UInt8], valueLimit: Int) {
        cursor = JSONCursor(bytes)
        self.valueLimit = valueLimit
    }

    /// Parses one JSON text with at most this number of values, including nested ones.
    package static func read(
        _ bytes: [UInt8],
        maximumValues: Int = maximumValues
    ) throws(SyntaxError) -> DocumentNode {
        var reader = JSONReader(bytes, valueLimit: maximumValues)
        let content = try reader.value(depth: 0)
        reader.cursor.skipSpace()
        guard reader.cursor.isAtEnd else { throw reader.cursor.error("unexpected text after the value") }
        return DocumentNode(content)
    }

    private mutating func value(depth: Int) throws(SyntaxError) -> DocumentNode.Content {
        cursor.skipSpace()
        valueCount += 1
        guard valueCount <= valueLimit else {
            throw cursor.error("there are more than \(valueLimit) values")
        }
        guard let byte = cursor.next else { throw cursor.error("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "\""): return .string(try cursor.string())
        case UInt8(ascii: "{"): return .mapping(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .sequence(try array(depth: depth + 1))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try cursor.number(ofAtMost: Self.maximumNameBytes))
        default: return try literal()
        }
    }

    private mutating func literal() throws(SyntaxError) -> DocumentNode.Content {
        if cursor.skip("true") { return .bool(true) }
        if cursor.skip("false") { return .bool(false) }
        if cursor.skip("null") { return .null }
        throw cursor.error("expected a value")
    }

    private mutating func object(depth: Int) throws(SyntaxError) -> [DocumentNode.Entry] {
        try enter(depth)
        var entries: [DocumentNode.Entry] = []
        var keys = UniqueKeys()
        guard !closes(UInt8(ascii: "}")) else { return [] }
        // Few requests have more members.
        entries.reserveCapacity(4)
        repeat {
            cursor.skipSpace()
            let start = cursor.position
            guard cursor.next == UInt8(ascii: "\"") else { throw cursor.error("expected a key") }
            let key = try cursor.string(ofAtMost: Self.maximumNameBytes)
            guard keys.insert(key, after: entries) else {
                throw cursor.error("duplicate key \(QuotedText.of(key))", at: start)
            }
            cursor.skipSpace()
            guard cursor.next == UInt8(ascii: ":") else { throw cursor.error("expected a colon") }
            cursor.skipByte()
            entries.append(DocumentNode.Entry(key: key, value: DocumentNode(try value(depth: depth))))
        } while try continues(UInt8(ascii: "}"))
        return entries
    }

    private mutating func array(depth: Int) throws(SyntaxError) -> [DocumentNode] {
        try enter(depth)
        var elements: [DocumentNode] = []
        guard !closes(UInt8(ascii: "]")) else { return [] }
        repeat {
            elements.append(DocumentNode(try value(depth: depth)))
        } while try continues(UInt8(ascii: "]"))
        return elements
    }

    private mutating func enter(_ depth: Int) throws(SyntaxError) {
        guard depth <= Self.maximumDepth else { throw cursor.error("more than \(Self.maximumDepth) nesting levels") }
        cursor.skipByte()
    }

    private mutating func closes(_ bracket: UInt8) -> Bool {
        cursor.skipSpace()
        guard cursor.next == bracket else { return false }
        cursor.skipByte()
        return true
    }

    /// Consumes the token after an element; returns true for a comma and false for the closing bracket.
    private mutating func continues(_ bracket: UInt8) throws(SyntaxError) -> Bool {
        cursor.skipSpace()
        guard let byte = cursor.next else { throw cursor.error("the text ends without a closing bracket") }
        guard byte == UInt8(ascii: ",") || byte == bracket else {
            throw cursor.error("expected a comma or a closing bracket")
        }
        cursor.skipByte()
        return byte == UInt8(ascii: ",")
    }
}

/// Detects duplicate keys of an object: compares the keys if they are few, and hashes them if they are many.
private struct UniqueKeys {
    private static let maximumCompared = 16
    private var known: Set<UTF8Text> = []

    /// Adds a key, and returns false if a previous entry has the same key.
    mutating func insert(_ key: String, after entries: [DocumentNode.Entry]) -> Bool {
        guard entries.count >= Self.maximumCompared else {
            return !entries.contains { $0.key.hasSameBytes(as: key) }
        }
        if known.isEmpty { known = Set(entries.map { UTF8Text($0.key) }) }
        return known.insert(UTF8Text(key)).inserted
    }
}
