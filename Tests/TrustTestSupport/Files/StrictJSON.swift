/// Checks JSON texts more strictly than RFC 8259 requires, and independently of the program's own parser.
///
/// Parsers disagree on which of two duplicate members applies, so a client could read another verdict than anchord wrote.
/// Control and format characters can forge lines where a client prints the text.
package struct StrictJSON {
    /// The first defect of a text.
    package struct Defect: Error, Equatable, CustomStringConvertible {
        /// The position in Unicode scalars.
        package let position: Int
        /// The defect, as a clause.
        package let description: String
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Returns the first defect of one JSON text; nil if the text is valid and has no duplicate members at any depth.
    package static func defect(of bytes: [UInt8]) -> Defect? {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return Defect(position: 0, description: "the text is not UTF-8")
        }
        var reader = StrictJSON(text)
        do throws(Defect) {
            try reader.value()
            reader.skipSpace()
            if reader.position < reader.scalars.count { throw reader.defect("there is text after the value") }
            return nil
        } catch {
            return error
        }
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func defect(_ description: String) -> Defect { Defect(position: position, description: description) }

    private mutating func skipSpace() {
        while let scalar = next, [" ", "\n", "\r", "\t"].contains(scalar) { position += 1 }
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(Defect) {
        guard next == scalar else { throw defect("expected `\(scalar)`") }
        position += 1
    }

    private mutating func value() throws(Defect) {
        skipSpace()
        switch next {
        case "{": try object()
        case "[": try items(between: "[", "]") { reader throws(Defect) in try reader.value() }
        case "\""?: _ = try string()
        default: try literal()
        }
    }

    private mutating func object() throws(Defect) {
        var names: Set<[Unicode.Scalar]> = []
        try items(between: "{", "}") { reader throws(Defect) in
            reader.skipSpace()
            let name = try reader.string()
            guard names.insert(name).inserted else {
                throw reader.defect("the member \(String(String.UnicodeScalarView(name))) is duplicate")
            }
            reader.skipSpace()
            try reader.expect(":")
            try reader.value()
        }
    }

    private mutating func items(
        between open: Unicode.Scalar,
        _ close: Unicode.Scalar,
        _ item: (inout StrictJSON) throws(Defect) -> Void
    ) throws(Defect) {
        try expect(open)
        skipSpace()
        if next == close {
            position += 1
            return
        }
        while true {
            try item(&self)
            skipSpace()
            guard next == "," else { break }
            position += 1
        }
        try expect(close)
    }

    /// Reads `true`, `false`, `null` or a number.
    private mutating func literal() throws(Defect) {
        var word = ""
        while let scalar = next, scalar.isASCII,
            scalar.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalar)
        {
            word.unicodeScalars.append(scalar)
            position += 1
        }
        let number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
        guard ["true", "false", "null"].contains(word) || word.wholeMatch(of: number) != nil else {
            throw defect("expected a value")
        }
    }

    /// Reads a string, and returns its characters without escapes.
    private mutating func string() throws(Defect) -> [Unicode.Scalar] {
        try expect("\"")
        var units: [UInt16] = []
        while let scalar = next, scalar != "\"" {
            position += 1
            if scalar == "\\" {
                units.append(try escape())
            } else {
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    throw defect("the character \(String(scalar.value, radix: 16)) is not escaped")
                default: units += String(scalar).utf16
                }
            }
        }
        try expect("\"")
        return Array(String(decoding: units, as: UTF16.self).unicodeScalars)
    }

    private mutating func escape() throws(Defect) -> UInt16 {
        guard let kind = next else { throw defect("the text ends within an escape") }
        position += 1
        let short: [Unicode.Scalar: UInt16] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
        ]
        if let unit = short[kind] { return unit }
        let digits = String(String.UnicodeScalarView(scalars[position...].prefix(4)))
        guard kind == "u", digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
            throw defect("the escape is invalid")
        }
        position += 4
        return unit
    }
}
