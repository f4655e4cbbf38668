/// Reads the replies of an SMTP server one at a time, with limits on their size.
struct SMTPReplyReader {
    /// RFC 5321 section 4.5.3.1.5 permits lines of 512 bytes.
    private var lines = LineReader("an SMTP")

    /// Reads one reply.
    ///
    /// The server speaks only when it is asked, so bytes after the reply are an error (``StartTLS``). A reply with the code `consent` agrees
    /// to TLS.
    ///
    /// - Throws: ``TLSChainError``, with code `unexpectedReply` for bytes that are not a reply.
    mutating func reply(over connection: SocketConnection, consent: Int? = nil) throws(TLSChainError) -> SMTPReply {
        var code: Int?
        var texts: [String] = []
        while texts.count < LineReader.maximumLines {
            let line = try lines.line(over: connection)
            guard let lineCode = Self.code(of: line), code == nil || code == lineCode else { throw lines.nonsense }
            code = lineCode
            texts.append(String(decoding: line.dropFirst(4), as: UTF8.self))
            guard line.count > 3, line[3] == UInt8(ascii: "-") else {
                try lines.checkEnd(hasConsented: lineCode == consent)
                return SMTPReply(code: lineCode, texts: texts)
            }
        }
        throw lines.tooManyLines
    }

    /// Returns the code of a line; nil unless it begins with three digits, followed by a space, a hyphen or nothing.
    private static func code(of line: [UInt8]) -> Int? {
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        guard line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-") else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
