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
        while position < scalars.count {
            switch scalars[position] {
            case " ", "\n", "\r", "\t": position += 1
            default: return
            }
        }
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
        var names: Set<[UInt16]> = []
        try items(between: "{", "}") { reader throws(Defect) in
            reader.skipSpace()
            let name = try reader.string()
            guard names.insert(name).inserted else {
                throw reader.defect("the member \(String(decoding: name, as: UTF16.self)) is duplicate")
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
        var word: [UInt8] = []
        while position < scalars.count, let octet = Self.octetOfWord(scalars[position]) {
            word.append(octet)
            position += 1
        }
        guard Self.isNumber(word) || Self.names.contains(word) else { throw defect("expected a value") }
    }

    private static let names = ["true", "false", "null"].map { Array($0.utf8) }

    /// Returns a character that a number or a name may have; nil for other characters.
    private static func octetOfWord(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": UInt8(scalar.value)
        default: nil
        }
    }

    /// Whether a word is a number (RFC 8259 section 6).
    private static func isNumber(_ word: [UInt8]) -> Bool {
        var index = 0
        func skip(_ characters: String) -> Bool {
            guard index < word.count, characters.utf8.contains(word[index]) else { return false }
            index += 1
            return true
        }
        func digits() -> Int {
            let start = index
            while skip("0123456789") {}
            return index - start
        }
        _ = skip("-")
        let isZero = index < word.count && word[index] == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || (whole > 1 && !isZero) else { return false }
        if skip("."), digits() == 0 { return false }
        if skip("eE") {
            _ = skip("+-")
            if digits() == 0 { return false }
        }
        return index == word.count
    }

    /// Reads a string, and returns its UTF-16 without escapes.
    private mutating func string() throws(Defect) -> [UInt16] {
        try expect("\"")
        var units: [UInt16] = []
        while position < scalars.count, scalars[position] != "\"" {
            let scalar = scalars[position]
            position += 1
            if scalar == "\\" {
                units.append(try escape())
            } else if scalar.value >= 0x20, scalar.value < 0x7F {
                units.append(UInt16(scalar.value))
            } else {
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    throw defect("the character \(String(scalar.value, radix: 16)) is not escaped")
                default: units += String(scalar).utf16
                }
            }
        }
        try expect("\"")
        return units
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
