import Foundation
import StructuredDocuments
import Testing
import TrustAPI

@Suite struct `JSON reader` {
    static let texts = [
        #"{}"#, #"[]"#, #"  {"a" : [1, -2.5, 3e10, 0, -0, 1E-2, 0.5]} "#, #""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#,
        #"null"#,
        #"true"#, #"[[[[]]]]"#, #"{"a":{"b":{"c":"ü"}}}"#, #""""#, #"[null,false,"x"]"#, #"-0.0"#,
    ]
    static let refused = [
        "", " ", "{", "}", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "01", "1.", ".5", "+1", "1e", "\"\u{1}\"",
        "\"\\x\"",
        "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "tru", "nul", "[1 2]", "{} {}", "'a'", "[\"a\"", "\"abc",
        "NaN", "-",
        "\u{FEFF}{}", "{\"a\":1,}", "[,1]", "\"\\u+123\"",
    ]

    @Test(arguments: texts)
    func `reads the same values as the Foundation parser`(text: String) throws {
        let ours = try JSONReader.read(Array(text.utf8))
        let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        #expect(JSONComparison.isSame(ours, theirs), "\(ours) and \(theirs)")
    }

    @Test(arguments: refused)
    func `rejects texts that are not JSON (RFC 8259)`(text: String) {
        #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test func `rejects duplicate keys, even with different escapes`() {
        for text in [#"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"x":{"b":1,"c":2,"b":3}}"#] {
            #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(text.utf8)) }
        }
    }

    @Test func `distinguishes keys by their bytes (RFC 8259 §8.3)`() throws {
        let node = try JSONReader.read(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        guard case .mapping(let entries) = node.content else {
            Issue.record("not a mapping")
            return
        }
        #expect(entries.map { Array($0.key.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    }

    @Test func `detects a duplicate among any number of keys`() {
        for count in [2, 15, 16, 17, 18, 5000] {
            for repeated in [0, count / 2, count - 1] {
                let keys = (0..<count).map(String.init) + ["\(repeated)"]
                let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
                let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(text.utf8)) }
                #expect(error?.reason == "duplicate key `\(repeated)`")
            }
        }
    }

    @Test func `limits the length of numbers and of unescaped keys`() throws {
        for key in [String(repeating: "k", count: 256), String(repeating: "\\u00e9", count: 128)] {
            _ = try JSONReader.read(Array("{\"\(key)\":1}".utf8))
            let error = #expect(throws: JSONReader.SyntaxError.self) {
                try JSONReader.read(Array("{\"\(key)k\":1}".utf8))
            }
            #expect(error?.offset == 1)
            #expect(error?.reason == "a key is longer than 256 bytes")
        }
        let digits = String(repeating: "9", count: 256)
        _ = try JSONReader.read(Array(digits.utf8))
        let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array("[\(digits)9]".utf8)) }
        #expect(error?.offset == 1)
        #expect(error?.reason == "a number is longer than 256 bytes")
    }

    @Test func `limits the number of values, including nested ones`() throws {
        let items = { (count: Int) in "[" + Array(repeating: "[{\"a\":0}]", count: count).joined(separator: ",") + "]" }
        _ = try JSONReader.read(Array(items(5461).utf8))
        let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(items(5462).utf8)) }
        #expect(error?.reason == "there are more than 16384 values")
        _ = try JSONReader.read(Array(items(5462).utf8), maximumValues: 16387)
        #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array("[0,0]".utf8), maximumValues: 2) }
    }

    @Test func `reads every scalar, escaped and unescaped`() throws {
        for scalar in ["\u{20}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"] {
            let escapes = scalar.utf16.map { unit in
                "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
            }
            for spelling in [scalar, escapes.joined(), "a\(escapes.joined())b"] {
                let node = try JSONReader.read(Array("\"\(spelling)\"".utf8))
                #expect(node.content == .string(spelling.hasPrefix("a") ? "a\(scalar)b" : scalar))
            }
        }
    }

    @Test func `rejects bytes that are not UTF-8 at any position`() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF]] {
            #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(bytes) }
        }
    }

    @Test func `limits the nesting depth, to prevent a stack overflow`() throws {
        let allowed = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        _ = try JSONReader.read(Array(allowed.utf8))
        let error = #expect(throws: JSONReader.SyntaxError.self) {
            try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        #expect(error?.offset == 32)
    }

    @Test func `reports the byte offset of an error`() {
        let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(#"{"a": nope}"#.utf8)) }
        #expect(error?.offset == 6)
    }

    @Test func `reads the output of the writer, as Foundation does`() throws {
        let strings = ["", "a\"b\\c", "\u{0}\u{1F}\n\r\t", "ü😀", "</script>"]
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("strings", strings)
            writer.member("number", -5)
            writer.member("flag", true)
            writer.member("inner") { $0.member("empty", [String]()) }
        }
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any]
        #expect(object?["strings"] as? [String] == strings)
        #expect(object?["number"] as? Int == -5)
        let node = try JSONReader.read(writer.bytes)
        guard case .mapping(let entries) = node.content else {
            Issue.record("not a mapping")
            return
        }
        #expect(entries.map(\.key) == ["strings", "number", "flag", "inner"])
    }

    @Test(arguments: 0...70) func `reads and writes a string of any length with a special byte anywhere`(
        length: Int
    ) throws {
        for position in 0...length {
            for special in ["", "\n", "\"", "\\", "\\n", "\u{1F}", "ü"] {
                let text =
                    String(repeating: "!", count: position) + special + String(repeating: "~", count: length - position)
                var writer = JSONWriter()
                writer.string(text)
                let theirs = try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
                #expect(theirs as? String == text)
                #expect(try JSONReader.read(writer.bytes).content == .string(text))
                #expect(
                    try JSONReader.read(Array("\"\\n".utf8) + writer.bytes.dropFirst()).content == .string("\n" + text)
                )
            }
        }
    }

    @Test(arguments: [62, 63, 64, 65, 66, 128])
    func `reads lines of a length like that of PEM, with a special byte anywhere in the second one`(length: Int) throws
    {
        let line = String(repeating: "A", count: length)
        for position in 0..<length {
            for special in ["", "\n", "\r", "\"", "\\", "\\n", "ü"] {
                let second = line.prefix(position) + special + line.dropFirst(position)
                let text = "\(line)\n\(second)\n\(line)\n\(line)"
                let body = try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
                #expect(try JSONReader.read(Array(body)).content == .string(text))
            }
            let broken = line.prefix(position) + "\u{1F}" + line.dropFirst(position)
            let error = #expect(throws: JSONReader.SyntaxError.self) {
                try JSONReader.read(Array("\"\(line)\\n\(broken)\\n\(line)\"".utf8))
            }
            #expect(error?.offset == length + 3 + position)
            #expect(error?.reason == "a string contains an unescaped control character")
        }
    }

    @Test(arguments: ["", "\\n"]) func `rejects control characters anywhere in a string`(escape: String) {
        for length in 0...70 {
            let text =
                "\"\(escape)" + String(repeating: "a", count: length) + "\u{1F}" + String(repeating: "b", count: 40)
            let error = #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array("\(text)\"".utf8)) }
            #expect(error?.offset == 1 + escape.utf8.count + length)
            #expect(error?.reason == "a string contains an unescaped control character")
        }
    }
}
