package import StructuredDocuments

/// Reads JSON texts strictly (RFC 8259): UTF-8 only, no duplicate keys, bounded depth and size, nothing after the value.
///
/// Duplicate keys are refused because readers disagree on which one counts, and a verdict must not depend on that; the
/// general JSON libraries at hand accept them.
package struct JSONReader {
    /// Where a text stops being JSON, and why.
    package struct SyntaxError: Error, Equatable, Sendable {
        /// Byte offset in the text.
        package let offset: Int
        /// What is wrong there, one clause.
        package let reason: String
    }

    /// How deep arrays and objects may nest; requests need six levels.
    package static let maximumDepth = 32
    /// How many values one text may have, those of arrays and objects counted; the largest requests have some thousand.
    package static let maximumValues = 16384
    /// How many bytes a key may have, and a number; the longest key of requests has 28.
    package static let maximumNameBytes = DocumentValue.maximumNameBytes

    private var cursor: JSONCursor
    private var countOfValues = 0

    private init(_ bytes: [UInt8]) {
        cursor = JSONCursor(bytes)
    }

    /// Reads one JSON text.
    package static func read(_ bytes: [UInt8]) throws(SyntaxError) -> DocumentNode {
        var reader = JSONReader(bytes)
        let content = try reader.value(depth: 0)
        reader.cursor.skipSpace()
        guard reader.cursor.isAtEnd else { throw reader.cursor.error("something follows the value") }
        return DocumentNode(content)
    }

    private mutating func value(depth: Int) throws(SyntaxError) -> DocumentNode.Content {
        cursor.skipSpace()
        countOfValues += 1
        guard countOfValues <= Self.maximumValues else {
            throw cursor.error("there are more than \(Self.maximumValues) values")
        }
        guard let byte = cursor.next else { throw cursor.error("the text ends where a value belongs") }
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
        throw cursor.error("a value cannot begin here")
    }

    private mutating func object(depth: Int) throws(SyntaxError) -> [DocumentNode.Entry] {
        try enter(depth)
        var entries: [DocumentNode.Entry] = []
        var keys = UniqueKeys()
        guard !closes(UInt8(ascii: "}")) else { return [] }
        repeat {
            cursor.skipSpace()
            let start = cursor.position
            guard cursor.next == UInt8(ascii: "\"") else { throw cursor.error("a key belongs here") }
            let key = try cursor.string(ofAtMost: Self.maximumNameBytes)
            guard keys.insert(key, besides: entries) else {
                throw cursor.error("duplicate key \(QuotedText.of(key))", at: start)
            }
            cursor.skipSpace()
            guard cursor.next == UInt8(ascii: ":") else { throw cursor.error("a colon belongs here") }
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
        guard depth <= Self.maximumDepth else { throw cursor.error("values nest deeper than \(Self.maximumDepth)") }
        cursor.skipByte()
    }

    private mutating func closes(_ bracket: UInt8) -> Bool {
        cursor.skipSpace()
        guard cursor.next == bracket else { return false }
        cursor.skipByte()
        return true
    }

    /// After an element: true for a comma, false for the closing bracket.
    private mutating func continues(_ bracket: UInt8) throws(SyntaxError) -> Bool {
        cursor.skipSpace()
        guard let byte = cursor.next else { throw cursor.error("the text ends before its closing bracket") }
        guard byte == UInt8(ascii: ",") || byte == bracket else {
            throw cursor.error("a comma or a closing bracket belongs here")
        }
        cursor.skipByte()
        return byte == UInt8(ascii: ",")
    }
}

/// The keys of one object: a few are compared with each other, many are looked up.
private struct UniqueKeys {
    private static let maximumCompared = 16
    private var known: Set<UTF8Text> = []

    /// Adds a key to those of the entries before it; false where it is one of them.
    mutating func insert(_ key: String, besides entries: [DocumentNode.Entry]) -> Bool {
        guard entries.count >= Self.maximumCompared else {
            return !entries.contains { $0.key.hasSameBytes(as: key) }
        }
        if known.isEmpty { known = Set(entries.map { UTF8Text($0.key) }) }
        return known.insert(UTF8Text(key)).inserted
    }
}
