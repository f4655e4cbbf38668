import StructuredDocuments
package import TrustModel

/// Writes one JSON text incrementally.
///
/// The name of a member is a literal of the source code, or is escaped. No function writes text of a certificate, a
/// request, a script or a policy without escapes, because such text could otherwise add members to the answer.
package struct JSONWriter {
    /// The text written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates a writer with an empty text.
    package init() {
        bytes.reserveCapacity(4096)
    }

    /// Removes the text, for another one in the same memory.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes an object with the members that a closure writes.
    package mutating func object(_ content: (inout JSONWriter) -> Void) {
        bracketed(UInt8(ascii: "{"), UInt8(ascii: "}"), around: content)
    }

    /// Writes an array, one element at a time.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        bracketed(UInt8(ascii: "["), UInt8(ascii: "]")) { writer in
            for element in elements { write(&writer, element) }
        }
    }

    /// Writes a key that is a literal of the source code; its value must follow.
    package mutating func key(_ name: JSONName) {
        let (name, needsComma) = (name.text.utf8Span.span, needsComma)
        bytes.append(addingCapacity: name.count + 4) { bytes in
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            for position in name.indices { bytes.append(name[position]) }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: ":"))
        }
        self.needsComma = false
    }

    /// Writes a key that is any text, with escapes; its value must follow.
    ///
    /// The caller ensures that the keys of an object are unique.
    package mutating func key(escaping name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string; also escapes the characters of ``TerminalControls``.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if PlainText.isWhole(text.utf8Span.span) {
            bytes.append(contentsOf: text.utf8)
        } else if TerminalControls.mayOccur(in: text.utf8Span.span) {
            for scalar in text.unicodeScalars { append(scalar) }
        } else {
            let text = text.utf8Span.span
            for position in PlainText.append(text, from: 0, to: &bytes)..<text.count { append(text[position]) }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x7F { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        guard TerminalControls.contains(scalar) else {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
            return
        }
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            let digits = String(unit, radix: 16)
            bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard !PlainText.contains(byte) else {
            bytes.append(byte)
            return
        }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            bytes += "u00".utf8
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append((byte & 15 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + byte & 15)
        default: bytes.append(byte)
        }
    }

    /// Writes an integer.
    package mutating func number(_ value: some BinaryInteger) {
        guard let digit = UInt8(exactly: value), digit < 10 else { return raw(String(value)) }
        separate()
        bytes.append(UInt8(ascii: "0") + digit)
        needsComma = true
    }

    /// Writes a Boolean value.
    package mutating func bool(_ value: Bool) {
        raw(value ? "true" : "false")
    }

    /// Writes null.
    package mutating func null() {
        raw("null")
    }

    /// Writes a number with the digits of a document; a text that is not a JSON number becomes a string.
    package mutating func number(copying digits: String) {
        if case .number? = try? JSONReader.read(Array(digits.utf8)).content { raw(digits) } else { string(digits) }
    }

    /// Returns the members that a closure writes, encoded for objects of several texts.
    static func members(_ content: (inout JSONWriter) -> Void) -> EncodedMembers {
        var writer = JSONWriter()
        content(&writer)
        return EncodedMembers(writer.bytes.exactCopy)
    }

    /// Writes members that are already encoded.
    mutating func members(_ members: EncodedMembers) {
        separate()
        bytes += members.bytes
        needsComma = true
    }

    /// Writes a verdict that is already encoded.
    package mutating func verdict(_ verdict: EncodedVerdict) {
        separate()
        bytes += verdict.bytes
        needsComma = true
    }

    /// Writes a word or a number without quotes.
    private mutating func raw(_ word: String) {
        separate()
        bytes += word.utf8
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    private mutating func bracketed(_ open: UInt8, _ close: UInt8, around content: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        content(&self)
        bytes.append(close)
        needsComma = true
    }
}

/// Members whose names are literals of the source code.
extension JSONWriter {
    /// Writes a string member; the closure appends its bytes, which must need no escapes: digits of times and digests.
    mutating func member(_ name: JSONName, plain append: (inout [UInt8]) -> Void) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        append(&bytes)
        assert(PlainText.end(in: bytes.span, from: start) == bytes.count, "the bytes need escapes")
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a time member, or nothing for nil.
    package mutating func member(_ name: JSONName, _ instant: Instant?) {
        guard let instant else { return }
        member(name) { instant.append(to: &$0) }
    }

    /// Writes a digest member in hexadecimal.
    package mutating func member(_ name: JSONName, _ digest: Fingerprint) {
        member(name) { digest.appendHex(to: &$0) }
    }

    /// Writes a digest member in the form of a pin; nothing for nil.
    package mutating func member(_ name: JSONName, pin digest: Fingerprint?) {
        guard let digest else { return }
        member(name) { digest.appendPin(to: &$0) }
    }

    /// Writes a string member, or nothing for nil.
    package mutating func member(_ name: JSONName, _ text: String?) {
        guard let text else { return }
        key(name)
        string(text)
    }

    /// Writes an integer member, or nothing for nil.
    package mutating func member(_ name: JSONName, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a Boolean member.
    package mutating func member(_ name: JSONName, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes an array member of strings.
    package mutating func member(_ name: JSONName, _ texts: [String]) {
        key(name)
        array(texts) { $0.string($1) }
    }

    /// Writes an object member.
    package mutating func member(_ name: JSONName, _ content: (inout JSONWriter) -> Void) {
        key(name)
        object(content)
    }

    /// Writes an array member.
    package mutating func member<Element>(
        _ name: JSONName,
        _ elements: some Sequence<Element>,
        each write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array(elements, write)
    }
}

/// The name of a member that is a literal of the source code and needs no escapes.
///
/// Only the compiler creates names; a gate refuses code that does. Unlike a `StaticString`, a literal of this
/// type needs no conversion to be written.
package struct JSONName: ExpressibleByStringLiteral {
    /// The literal.
    package let text: String

    /// Creates a name from a literal.
    package init(stringLiteral text: String) {
        assert(PlainText.end(in: text.utf8Span.span, from: 0) == text.utf8.count, "the literal needs escapes")
        self.text = text
    }
}
