import Testing

@testable import AnchordBenchmarks

@Suite struct Answers {
    private static let body = #"{"verdict":"trusted","trusted":true}"#
    private static let answer = "HTTP/1.1 200 OK\r\ncontent-LENGTH:  \(body.utf8.count)\r\nX: y\r\n\r\n\(body)"

    @Test func `a head says its status and where the answer ends`() throws {
        let bytes = Array(Self.answer.utf8)
        let head = try #require(try Self.head(bytes))
        #expect(head.status == 200)
        #expect(head.bodyLength == Self.body.utf8.count)
        #expect(head.length == bytes.count)
    }

    @Test func `a head that has not come to its end is none yet`() throws {
        let length = Self.answer.utf8.count - Self.body.utf8.count
        for count in 0..<length {
            let bytes = Array(Self.answer.utf8.prefix(count))
            #expect(try Self.head(bytes) == nil)
        }
    }

    @Test func `an answer that does not tell its length is refused`() {
        let bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        #expect(throws: LoadFailure.self) { try Self.head(bytes) }
    }

    @Test(arguments: [
        (answer, true),
        (answer.replacing("200 OK", with: "403 Forbidden"), false),
        (answer.replacing("true}", with: "fals}"), false),
        (answer.replacing("X: y", with: #"X: "trusted":true"#).replacing("true}", with: "fals}"), false),
    ])
    func `only status 200 with the verdict in its body counts`(answer: String, counts: Bool) throws {
        let bytes = Array(answer.utf8)
        let head = try #require(try Self.head(bytes))
        #expect(Self.isTrusted(bytes, head) == counts)
    }

    @Test func `a body shorter than what is looked for is searched safely`() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
        let head = try #require(try Self.head(bytes))
        #expect(!Self.isTrusted(bytes, head))
    }

    // What a macro takes apart cannot be a span.
    private static func head(_ bytes: [UInt8]) throws -> AnswerHead? { try AnswerHead(bytes.span) }

    private static func isTrusted(_ bytes: [UInt8], _ head: AnswerHead) -> Bool {
        AnswerExpectation.trusted.isMet(by: bytes.span, head)
    }
}
