package import TrustPolicies

/// Reads JSON texts strictly (RFC 8259): UTF-8 only, no duplicate keys, bounded depth, nothing after the value.
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

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads one JSON text.
    package static func read(_ bytes: [UInt8]) throws(SyntaxError) -> DocumentNode {
        var reader = JSONReader(bytes)
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error("something follows the value") }
        return node
    }

    private func error(_ reason: String, at offset: Int? = nil) -> SyntaxError {
        SyntaxError(offset: offset ?? position, reason: reason)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value(depth: Int) throws(SyntaxError) -> DocumentNode {
        skipSpace()
        guard let byte = next else { throw error("the text ends where a value belongs") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return DocumentNode(.string(try string()))
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return DocumentNode(.number(try number()))
        default: throw error("a value cannot begin here")
        }
    }

    private mutating func literal(
        _ word: StaticString,
        _ content: DocumentNode.Content
    ) throws(SyntaxError) -> DocumentNode {
        let expected = Array("\(word)".utf8)
        guard bytes[position...].starts(with: expected) else { throw error("a value cannot begin here") }
        position += expected.count
        return DocumentNode(content)
    }

    private mutating func object(depth: Int) throws(SyntaxError) -> DocumentNode {
        try enter(depth)
        var entries: [DocumentNode.Entry] = []
        var keys: Set<String> = []
        guard !closes(UInt8(ascii: "}")) else { return DocumentNode(.mapping([])) }
        repeat {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw error("a key belongs here") }
            let key = try string()
            guard keys.insert(key).inserted else { throw error("the key \"\(key)\" stands twice", at: start) }
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw error("a colon belongs here") }
            position += 1
            entries.append(DocumentNode.Entry(key: key, value: try value(depth: depth)))
        } while try continues(UInt8(ascii: "}"))
        return DocumentNode(.mapping(entries))
    }

    private mutating func array(depth: Int) throws(SyntaxError) -> DocumentNode {
        try enter(depth)
        var elements: [DocumentNode] = []
        guard !closes(UInt8(ascii: "]")) else { return DocumentNode(.sequence([])) }
        repeat {
            elements.append(try value(depth: depth))
        } while try continues(UInt8(ascii: "]"))
        return DocumentNode(.sequence(elements))
    }

    private mutating func enter(_ depth: Int) throws(SyntaxError) {
        guard depth <= Self.maximumDepth else { throw error("values nest deeper than \(Self.maximumDepth)") }
        position += 1
    }

    private mutating func closes(_ bracket: UInt8) -> Bool {
        skipSpace()
        guard next == bracket else { return false }
        position += 1
        return true
    }

    /// After an element: true for a comma, false for the closing bracket.
    private mutating func continues(_ bracket: UInt8) throws(SyntaxError) -> Bool {
        skipSpace()
        guard let byte = next else { throw error("the text ends before its closing bracket") }
        guard byte == UInt8(ascii: ",") || byte == bracket else {
            throw error("a comma or a closing bracket belongs here")
        }
        position += 1
        return byte == UInt8(ascii: ",")
    }

    private mutating func number() throws(SyntaxError) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let leading = next
        guard skipDigits() > 0 else { throw error("a digit belongs here") }
        if leading == UInt8(ascii: "0"), bytes[start..<position].count(where: { $0 != UInt8(ascii: "-") }) > 1 {
            throw error("a number has a leading zero", at: start)
        }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw error("a digit belongs here") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw error("a digit belongs here") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }
}

/// Strings.
extension JSONReader {
    private mutating func string() throws(SyntaxError) -> String {
        let start = position
        position += 1
        let textStart = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        guard next == UInt8(ascii: "\"") else { return try escapedString(from: start, textStart) }
        defer { position += 1 }
        return try text(bytes[textStart..<position], from: start)
    }

    /// Goes on where the first escape stands.
    private mutating func escapedString(from start: Int, _ textStart: Int) throws(SyntaxError) -> String {
        var content = Array(bytes[textStart..<position])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(content[...], from: start)
            case UInt8(ascii: "\\"):
                content += try escape()
            case 0..<0x20:
                throw error("a control character stands in a string")
            default:
                content.append(byte)
                position += 1
            }
        }
        throw error("the text ends within a string")
    }

    private func text(_ content: ArraySlice<UInt8>, from start: Int) throws(SyntaxError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw error("a string is not UTF-8", at: start)
        }
        return text
    }

    private mutating func escape() throws(SyntaxError) -> [UInt8] {
        let start = position
        position += 1
        guard let kind = next else { throw error("the text ends within an escape") }
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [kind]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw error("an escape is unknown", at: start)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(SyntaxError) -> [UInt8] {
        var value = UInt32(try codeUnit(start))
        if (0xD800...0xDBFF).contains(value) {
            guard next == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
            else { throw error("a surrogate stands alone", at: start) }
            position += 2
            let low = UInt32(try codeUnit(start))
            guard (0xDC00...0xDFFF).contains(low) else { throw error("a surrogate stands alone", at: start) }
            value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw error("a surrogate stands alone", at: start) }
        return Array(String(scalar).utf8)
    }

    private mutating func codeUnit(_ start: Int) throws(SyntaxError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw error("the text ends within an escape") }
        let digits = bytes[position..<position + 4]
        let isHexadecimal = digits.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard isHexadecimal, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw error("an escape is not four hexadecimal digits", at: start)
        }
        position += 4
        return unit
    }
}
