import Testing
import TrustTestSupport

@testable import TrustAPI

@Suite struct `Reading a form` {
    private static let file = "--B\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nabc\r\n"

    private func parts(_ text: String) throws -> [FormReader.Part] {
        try FormReader.parts(of: Array(text.utf8), boundary: Array("B".utf8))
    }

    @Test func `returns names and contents in order, also of contents that resemble a boundary`() throws {
        let text =
            "--B \t\r\ncontent-disposition:form-data;name=host\r\nContent-Type: text/plain\r\n\r\n\r\n"
            + "--B\r\nContent-Disposition: form-data; filename=\"a\\\"; b\"; name=\"file\"\r\n\r\n"
            + "\r\n--A\r\n--\r--B--B\n\r\n--B--\r\n"
        let parts = try parts(text)
        #expect(parts.map(\.name) == ["host", "file"])
        #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == ["", "\r\n--A\r\n--\r--B--B\n"])
    }

    @Test(arguments: [
        ("", 0, "expected the boundary that the Content-Type names"),
        ("\r\n" + file + "--B--", 0, "expected the boundary that the Content-Type names"),
        ("--C\r\n", 0, "expected the boundary that the Content-Type names"),
        ("--Bx\r\n", 3, "expected a line break after the boundary"),
        ("--B\n", 3, "expected a line break after the boundary"),
        (file + "--Bx\r\n", 60, "expected a line break after the boundary"),
        (file, 57, "the body ends without its last boundary"),
        (file + "--B--x", 62, "unexpected text after the last boundary"),
        ("--B\r\n\r\nabc\r\n--B--", 5, "a part has no Content-Disposition field"),
        ("--B\r\nContent-Disposition\r\n\r\n\r\n--B--", 5, "a header field of a part has no colon"),
        ("--B\r\nA: \u{0}\r\n\r\n\r\n--B--", 8, "a header field of a part has a control character"),
        ("--B\r\nA: b\n\r\n\r\n--B--", 5, "a line of a part's header does not end in CRLF within 4096 bytes"),
        (
            "--B\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n\r\n--B--",
            45, "a part has two Content-Disposition fields"
        ),
    ])
    func `rejects a malformed form at the offset of the error`(text: String, offset: Int, reason: String) {
        #expect(throws: FormReader.SyntaxError(offset: offset, reason: reason)) { try parts(text) }
    }

    @Test(arguments: [
        "attachment; name=file", "form-data", "form-data; name", "form-data; name=", "form-data; name=a; name=b",
        "form-data; name=\"a", "form-data; name=a b", "form-data; =a", "form-data; name=\"\u{0}",
    ])
    func `rejects a part without one name`(disposition: String) {
        #expect(throws: FormReader.SyntaxError.self) {
            try parts("--B\r\nContent-Disposition: \(disposition)\r\n\r\n\r\n--B--")
        }
    }

    @Test(arguments: [("binary", true), ("8bit", true), ("BASE64", false), ("quoted-printable", false)])
    func `rejects an encoded part, which it would misread`(encoding: String, isAccepted: Bool) {
        let head = "Content-Disposition: form-data; name=file\r\nContent-Transfer-Encoding: \(encoding)\r\n"
        let parts = try? parts("--B\r\n\(head)\r\nYWJj\r\n--B--")
        #expect((parts != nil) == isAccepted)
    }

    @Test func `bounds the number of parts and the size of their heads`() throws {
        let most = String(repeating: Self.file, count: FormReader.maximumParts)
        #expect(try parts(most + "--B--").count == FormReader.maximumParts)
        #expect(throws: FormReader.SyntaxError.self) { try parts(most + Self.file + "--B--") }
        func head(_ count: Int) -> String {
            let field = "Content-Disposition: form-data; name=file\r\n"
            return "--B\r\n\(field)X: \(String(repeating: "x", count: count - field.utf8.count - 5))\r\n\r\n\r\n--B--"
        }
        #expect(try parts(head(FormReader.maximumHeadBytes)).count == 1)
        #expect(throws: FormReader.SyntaxError.self) { try parts(head(FormReader.maximumHeadBytes + 1)) }
    }

    @Test func `accepts only mutated forms whose parts have known bytes`() throws {
        let host = "--B\r\nContent-Disposition: form-data; name=\"host\"; filename=\"x\"\r\n\r\na.example\r\n"
        let text = host + Self.file
        var random = SeededGenerator(seed: 7)
        var accepted = 0
        for _ in 0..<20000 {
            let bytes = JSONMutation.mutated(Array((text + "--B--\r\n").utf8), &random)
            guard let parts = try? FormReader.parts(of: bytes, boundary: Array("B".utf8)) else { continue }
            accepted += 1
            // Contents are slices of the body, in order and without a delimiter.
            var end = 0
            for part in parts {
                #expect(part.content.startIndex >= end && Array(part.content) == Array(bytes[part.content.indices]))
                #expect(!String(decoding: part.content, as: UTF8.self).contains("\r\n--B"))
                end = part.content.endIndex
            }
        }
        #expect((1000..<19000).contains(accepted), "\(accepted)")
    }
}

@Suite struct `Parameters of a header value` {
    @Test func `are tokens or quoted strings`() throws {
        let value = try #require(HeaderParameters("Form-Data ; a=b;; C=\"x;\\\"y\" ".utf8))
        #expect(value.value == Array("form-data".utf8))
        #expect(value["a"] == Array("b".utf8))
        #expect(value["c"] == Array("x;\"y".utf8))
        #expect(value["d"] == nil)
    }

    @Test func `are at most sixteen`() {
        func text(_ count: Int) -> String { "form-data" + (0..<count).map { "; p\($0)=x" }.joined() }
        #expect(HeaderParameters(text(16).utf8) != nil)
        #expect(HeaderParameters(text(17).utf8) == nil)
    }
}
