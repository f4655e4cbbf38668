/// The STLS command of POP3: greeting, CAPA, STLS (RFC 1939, RFC 2449 and RFC 2595 section 4).
enum POP3Dialogue {
    static func run(over connection: SocketConnection) throws(TLSChainError) {
        var lines = LineReader("a POP3")
        try expectOK(&lines, over: connection, or: "refused the session", isConsent: false)
        try connection.send(Array("CAPA\r\n".utf8))
        guard try capabilities(&lines, over: connection).contains("STLS") else {
            throw TLSChainError(.noTLS, "does not offer STLS")
        }
        try connection.send(Array("STLS\r\n".utf8))
        try expectOK(&lines, over: connection, or: "refused STLS", isConsent: true)
    }

    /// Reads the reply of one line, after which the server sends nothing.
    private static func expectOK(
        _ lines: inout LineReader,
        over connection: SocketConnection,
        or refusal: String,
        isConsent: Bool
    ) throws(TLSChainError) {
        let line = try lines.line(over: connection)
        guard try isOK(line, lines) else {
            let text = LineReader.excerpt(String(decoding: line, as: UTF8.self))
            throw TLSChainError(.unexpectedReply, "\(refusal): \(text)")
        }
        try lines.checkEnd(hasConsented: isConsent)
    }

    /// Returns the keywords of the capabilities in upper case; none from a server without CAPA.
    private static func capabilities(
        _ lines: inout LineReader,
        over connection: SocketConnection
    ) throws(TLSChainError) -> [String] {
        guard try isOK(lines.line(over: connection), lines) else { return [] }
        var keywords: [String] = []
        while keywords.count < LineReader.maximumLines {
            let line = try lines.line(over: connection)
            if line == [UInt8(ascii: ".")] {
                try lines.checkEnd(hasConsented: false)
                return keywords
            }
            keywords.append(String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self).uppercased())
        }
        throw lines.tooManyLines
    }

    /// Whether the first line of a reply is positive (RFC 1939 section 3).
    private static func isOK(_ line: [UInt8], _ lines: LineReader) throws(TLSChainError) -> Bool {
        switch String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) {
        case "+OK": return true
        case "-ERR": return false
        default: throw lines.nonsense
        }
    }
}
