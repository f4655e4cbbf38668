import Testing

@testable import MicrohttpdServer

@Suite struct `Content-Length` {
    @Test(arguments: [
        ("0", BodyFraming.none), ("000", .none), ("3", .length(3)), ("007", .length(7)),
        ("9223372036854775807", .length(.max)), ("9223372036854775808", .length(.max)),
        ("92233720368547758080", .length(.max)), (String(repeating: "9", count: 1000), .length(.max)),
    ])
    func `is parsed, and saturates on overflow`(text: String, framing: BodyFraming) throws {
        #expect(try BodyFraming(length: text.utf8) == framing)
    }

    @Test(arguments: ["", " 3", "3 ", "+3", "-3", "0x3", "3,3", "3.0", "٣", "3\u{0}"])
    func `must consist of digits`(text: String) {
        #expect(throws: HTTPFailure.malformedRequest("Content-Length is not a number.")) {
            _ = try BodyFraming(length: text.utf8)
        }
    }
}
