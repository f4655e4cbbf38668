/// The status and length of an HTTP response, parsed from its head.
struct AnswerHead: Equatable {
    let status: Int
    /// The length of the head in bytes, including its empty line.
    let headLength: Int
    let bodyLength: Int

    var length: Int { headLength + bodyLength }

    /// Parses a head; returns nil while it is incomplete.
    ///
    /// - Throws: ``LoadFailure`` if there is no Content-Length, which all measured servers send.
    init?(_ bytes: Span<UInt8>) throws {
        guard let end = Self.headEnd(bytes) else { return nil }
        guard let bodyLength = Self.contentLength(bytes, before: end) else {
            throw LoadFailure("response without Content-Length", bytes)
        }
        headLength = end
        self.bodyLength = bodyLength
        status = end >= 12 ? Self.number(bytes, from: 9, before: 12) : 0
    }

    private static func headEnd(_ bytes: Span<UInt8>) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == lineFeed, bytes[index - 2] == lineFeed, bytes[index - 1] == carriageReturn {
                return index + 1
            }
            index += 1
        }
        return nil
    }

    private static func contentLength(_ bytes: Span<UInt8>, before end: Int) -> Int? {
        for index in 0..<end where bytes[index] == lineFeed {
            if isName(bytes, at: index + 1, before: end) {
                return number(bytes, from: index + 1 + name.count, before: end)
            }
        }
        return nil
    }

    private static func isName(_ bytes: Span<UInt8>, at start: Int, before end: Int) -> Bool {
        guard start + name.count <= end else { return false }
        // Setting bit 5 converts letters to lower case and leaves hyphens and colons unchanged.
        for (offset, letter) in name.enumerated() where bytes[start + offset] | 0x20 != letter { return false }
        return true
    }

    /// Parses a decimal number and ignores spaces before it.
    private static func number(_ bytes: Span<UInt8>, from start: Int, before end: Int) -> Int {
        var index = start
        var value = 0
        while index < end, bytes[index] == space { index += 1 }
        while index < end, case let digit = bytes[index] &- zero, digit < 10, value < 1 << 40 {
            value = value * 10 + Int(digit)
            index += 1
        }
        return value
    }

    private static let name = Array("content-length:".utf8)
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let space = UInt8(ascii: " ")
    private static let zero = UInt8(ascii: "0")
}
