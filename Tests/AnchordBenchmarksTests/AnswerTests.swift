import Testing

@testable import AnchordBenchmarks

@Suite struct Answers {
    private static let body = #"{"verdict":"trusted","trusted":true}"#
    private static let answer = "HTTP/1.1 200 OK\r\ncontent-LENGTH:  \(body.utf8.count)\r\nX: y\r\n\r\n\(body)"

    @Test func `parses the status and the lengths from a head`() throws {
        let bytes = Array(Self.answer.utf8)
        let head = try #require(try Self.head(bytes))
        #expect(head.status == 200)
        #expect(head.bodyLength == Self.body.utf8.count)
        #expect(head.length == bytes.count)
    }

    @Test func `returns nil for an incomplete head`() throws {
        let length = Self.answer.utf8.count - Self.body.utf8.count
        for count in 0..<length {
            let bytes = Array(Self.answer.utf8.prefix(count))
            #expect(try Self.head(bytes) == nil)
        }
    }

    @Test func `rejects a response without Content-Length`() {
        let bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        #expect(throws: LoadFailure.self) { try Self.head(bytes) }
    }

    @Test(arguments: [
        (answer, true),
        (answer.replacing("200 OK", with: "403 Forbidden"), false),
        (answer.replacing("true}", with: "fals}"), false),
        (answer.replacing("X: y", with: #"X: "trusted":true"#).replacing("true}", with: "fals}"), false),
    ])
    func `accepts only status 200 with the verdict in the body`(answer: String, isAccepted: Bool) throws {
        let bytes = Array(answer.utf8)
        let head = try #require(try Self.head(bytes))
        #expect(Self.isTrusted(bytes, head) == isAccepted)
    }

    @Test func `searches a body that is shorter than the pattern`() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
        let head = try #require(try Self.head(bytes))
        #expect(!Self.isTrusted(bytes, head))
    }

    // The #expect macro cannot capture a span.
    private static func head(_ bytes: [UInt8]) throws -> AnswerHead? { try AnswerHead(bytes.span) }

    private static func isTrusted(_ bytes: [UInt8], _ head: AnswerHead) -> Bool {
        AnswerExpectation.trusted.isMet(by: bytes.span, head)
    }
}
