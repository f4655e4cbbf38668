import StructuredDocuments

/// Scans the bytes of a JSON text and reads its tokens: literals, numbers and strings.
struct JSONCursor {
    private(set) var position = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func error(_ reason: String, at offset: Int? = nil) -> JSONReader.SyntaxError {
        JSONReader.SyntaxError(offset: offset ?? position, reason: reason)
    }

    /// Advances by one byte; the caller checks that there is one.
    mutating func skipByte() {
        position += 1
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Advances over a word and returns true if the word is next; otherwise returns false.
    mutating func skip(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }
}

extension JSONCursor {
    mutating func number(ofAtMost maximumBytes: Int) throws(JSONReader.SyntaxError) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let leading = next
        let digits = skipDigits()
        guard digits > 0 else { throw error("expected a digit") }
        guard leading != UInt8(ascii: "0") || digits == 1 else { throw error("a number has a leading zero", at: start) }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw error("expected a digit") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw error("expected a digit") }
        }
        guard position - start <= maximumBytes else {
            throw error("a number is longer than \(maximumBytes) bytes", at: start)
        }
        return try text(start..<position, from: start)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, byte.isDigit { position += 1 }
        return position - start
    }
}

extension JSONCursor {
    /// Reads the string at the current position and returns it unescaped; `maximumBytes` applies to keys.
    mutating func string(ofAtMost maximumBytes: Int = .max) throws(JSONReader.SyntaxError) -> String {
        let start = position
        position += 1
        let plain = skipPlainText()
        guard next == UInt8(ascii: "\"") else { return try escapedString(after: plain, from: start, maximumBytes) }
        position += 1
        try check(plain.count, from: start, maximumBytes)
        return try text(plain, from: start)
    }

    /// Advances to the next quotation mark, escape or control character.
    private mutating func skipPlainText() -> Range<Int> {
        let start = position
        position = PlainText.end(in: bytes.span, from: start)
        return start..<position
    }

    /// Reads the rest of a string from its first escape.
    private mutating func escapedString(
        after plain: Range<Int>,
        from start: Int,
        _ maximumBytes: Int
    ) throws(JSONReader.SyntaxError) -> String {
        var content: [UInt8] = []
        // Most strings with escapes are chains in PEM, which has line breaks; most chains fit into this capacity.
        content.reserveCapacity(min(bytes.count - start, 8192))
        content.append(contentsOf: bytes[plain])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                try check(content.count, from: start, maximumBytes)
                return try JSONCursor(content).text(0..<content.count, from: start)
            case UInt8(ascii: "\\"): try appendEscape(to: &content)
            case 0..<0x20: throw error("a string contains an unescaped control character")
            default:
                position = PlainText.appendLines(bytes.span, from: position, to: &content)
                position = PlainText.append(bytes.span, from: position, to: &content)
            }
        }
        throw error("the text ends within a string")
    }

    private func check(_ count: Int, from start: Int, _ maximumBytes: Int) throws(JSONReader.SyntaxError) {
        guard count <= maximumBytes else { throw error("a key is longer than \(maximumBytes) bytes", at: start) }
    }

    /// Returns a range of bytes as text; does not create a slice, which would need reference counting.
    private func text(_ range: Range<Int>, from start: Int) throws(JSONReader.SyntaxError) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
        } catch {
            throw self.error("a string is not UTF-8", at: start)
        }
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(JSONReader.SyntaxError) {
        let start = position
        position += 1
        guard let kind = next else { throw error("the text ends within an escape") }
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(kind)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += UTF8.encode(try scalar(from: start)) ?? UTF8.encodedReplacementCharacter
        default: throw error("the escape sequence is invalid", at: start)
        }
    }

    /// Returns the scalar of a `\u` escape, or of two that form a surrogate pair.
    private mutating func scalar(from start: Int) throws(JSONReader.SyntaxError) -> Unicode.Scalar {
        var value = try codeUnit(start)
        if (0xD800...0xDBFF).contains(value) {
            guard skip("\\u") else { throw error("an escape is an unpaired surrogate", at: start) }
            let low = try codeUnit(start)
            guard (0xDC00...0xDFFF).contains(low) else { throw error("an escape is an unpaired surrogate", at: start) }
            value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw error("an escape is an unpaired surrogate", at: start) }
        return scalar
    }

    private mutating func codeUnit(_ start: Int) throws(JSONReader.SyntaxError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error("the text ends within an escape") }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = byte.hexadecimalValue else {
                throw error("\\u is not followed by four hexadecimal digits", at: start)
            }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }
}
