/// A field of a message in the text format of protocol buffers.
struct ProtoField {
    indirect enum Value {
        case string(String)
        /// A number, `true`, `false` or the name of an enumeration value.
        case word(String)
        case message([ProtoField])
    }

    let name: String
    let value: Value
    let line: Int
}

/// Parses the text format of protocol buffers: scalar fields, lists of scalars, and nested messages.
struct ProtoText {
    /// The maximum nesting of messages; Chrome's file has two levels.
    private static let maximumDepth = 8
    /// The maximum number of fields; Chrome's file has about 1000.
    private static let maximumFields = 100_000

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var count = 0

    /// Returns the fields of the outermost message, in order.
    static func fields(in bytes: [UInt8]) throws(RootProgramMessage) -> [ProtoField] {
        var parser = ProtoText(bytes: bytes)
        let fields = try parser.fields(until: nil, depth: 0)
        return fields
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private func failure(_ text: String) -> RootProgramMessage { RootProgramMessage(line: line, text: text) }

    private mutating func fields(until end: UInt8?, depth: Int) throws(RootProgramMessage) -> [ProtoField] {
        guard depth <= Self.maximumDepth else {
            throw failure("messages are nested more than \(Self.maximumDepth) levels deep")
        }
        var fields: [ProtoField] = []
        while true {
            skipSpace()
            guard let byte = peek else {
                guard end == nil else { throw failure("the message has no end") }
                return fields
            }
            if byte == end {
                position += 1
                return fields
            }
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
                position += 1
                continue
            }
            fields += try field(depth: depth)
        }
    }

    /// Reads a field; a list gives one field for each of its elements.
    private mutating func field(depth: Int) throws(RootProgramMessage) -> [ProtoField] {
        let start = line
        let name = word()
        guard !name.isEmpty else { throw failure("expected the name of a field") }
        skipSpace()
        let hasColon = peek == UInt8(ascii: ":")
        if hasColon {
            position += 1
            skipSpace()
        }
        guard peek == UInt8(ascii: "["), hasColon else {
            return [
                try count(ProtoField(name: name, value: value(isScalarAllowed: hasColon, depth: depth), line: start))
            ]
        }
        position += 1
        var elements: [ProtoField] = []
        while true {
            skipSpace()
            if peek == UInt8(ascii: "]") {
                position += 1
                return elements
            }
            let line = line
            elements.append(
                try count(ProtoField(name: name, value: value(isScalarAllowed: true, depth: depth), line: line))
            )
            skipSpace()
            if peek == UInt8(ascii: ",") {
                position += 1
            } else if peek != UInt8(ascii: "]") {
                throw failure("expected `,` or `]` in the list of \(name)")
            }
        }
    }

    private mutating func count(_ field: ProtoField) throws(RootProgramMessage) -> ProtoField {
        count += 1
        guard count <= Self.maximumFields else { throw failure("the file has more than \(Self.maximumFields) fields") }
        return field
    }

    private mutating func value(isScalarAllowed: Bool, depth: Int) throws(RootProgramMessage) -> ProtoField.Value {
        switch peek {
        case UInt8(ascii: "{"):
            position += 1
            return .message(try fields(until: UInt8(ascii: "}"), depth: depth + 1))
        case UInt8(ascii: "<"):
            position += 1
            return .message(try fields(until: UInt8(ascii: ">"), depth: depth + 1))
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard isScalarAllowed else { throw failure("expected `:` before the value") }
            return .string(try string())
        default:
            guard isScalarAllowed else { throw failure("expected `:` or `{` after the name of the field") }
            let word = word()
            guard !word.isEmpty else { throw failure("expected a value") }
            return .word(word)
        }
    }

    /// Reads a quoted string and the adjacent strings that continue it.
    private mutating func string() throws(RootProgramMessage) -> String {
        var octets: [UInt8] = []
        while let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            position += 1
            while peek != quote {
                guard let byte = peek, byte != UInt8(ascii: "\n") else { throw failure("the string has no end") }
                position += 1
                guard byte == UInt8(ascii: "\\") else {
                    octets.append(byte)
                    continue
                }
                guard let escaped = peek, [quote, UInt8(ascii: "\\")].contains(escaped) else {
                    throw failure("the string has an escape sequence other than a quote or a backslash")
                }
                octets.append(escaped)
                position += 1
            }
            position += 1
            skipSpace()
        }
        guard let text = String(validating: octets, as: UTF8.self) else { throw failure("the string is not UTF-8") }
        return text
    }

    private mutating func word() -> String {
        let start = position
        while let byte = peek, Self.isWordByte(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips white space and comments.
    private mutating func skipSpace() {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            case UInt8(ascii: "#"):
                while let next = peek, next != UInt8(ascii: "\n") { position += 1 }
                continue
            default: return
            }
            position += 1
        }
    }
}
