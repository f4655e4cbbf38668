/// The STARTTLS command of IMAP: greeting, CAPABILITY, STARTTLS (RFC 9051 sections 6.1.1, 6.2.1 and 7.1).
enum IMAPDialogue {
    /// The maximum length of a line; the list of capabilities is one line.
    private static let maximumLineBytes = 8192

    static func run(over connection: SocketConnection) throws(TLSChainError) {
        var lines = LineReader("an IMAP", maximumBytes: maximumLineBytes)
        try checkGreeting(lines.line(over: connection), lines)
        try connection.send(Array("a1 CAPABILITY\r\n".utf8))
        let capabilities = try answers(to: "a1", &lines, over: connection, or: "refused CAPABILITY")
        guard capabilities.contains("STARTTLS") else { throw TLSChainError(.noTLS, "does not offer STARTTLS") }
        try connection.send(Array("a2 STARTTLS\r\n".utf8))
        _ = try answers(to: "a2", &lines, over: connection, or: "refused STARTTLS")
        try lines.checkEnd(hasConsented: true)
    }

    private static func checkGreeting(_ line: [UInt8], _ lines: LineReader) throws(TLSChainError) {
        let words = words(of: line)
        guard words.first == "*", words.count > 1 else { throw lines.nonsense }
        switch words[1] {
        case "OK": return
        // STARTTLS is only valid before authentication. An attacker could send this greeting in plain text (CVE-2020-12398).
        case "PREAUTH": throw TLSChainError(.noTLS, "does not offer STARTTLS, because its greeting is PREAUTH")
        case "BYE": throw Self.byeError(line)
        default: throw lines.nonsense
        }
    }

    /// Reads up to the reply with a tag, which must be OK, and returns the words of the capabilities before it, in upper case.
    private static func answers(
        to tag: String,
        _ lines: inout LineReader,
        over connection: SocketConnection,
        or refusal: String
    ) throws(TLSChainError) -> [String] {
        var capabilities: [String] = []
        for _ in 0..<LineReader.maximumLines {
            let line = try lines.line(over: connection)
            let words = words(of: line)
            guard words.count > 1 else { throw lines.nonsense }
            switch (words[0], words[1]) {
            case ("*", "BYE"): throw Self.byeError(line)
            case ("*", "CAPABILITY"): capabilities += words.dropFirst(2)
            case ("*", _): continue
            case (tag.uppercased(), "OK"): return capabilities
            case (tag.uppercased(), "NO"), (tag.uppercased(), "BAD"):
                throw TLSChainError(.unexpectedReply, "\(refusal): \(LineReader.excerpt(text(of: line)))")
            default: throw lines.nonsense
            }
        }
        throw lines.tooManyLines
    }

    private static func byeError(_ line: [UInt8]) -> TLSChainError {
        TLSChainError(.unexpectedReply, "refused the session: \(LineReader.excerpt(text(of: line)))")
    }

    private static func text(of line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

    /// Returns the words of a line in upper case; keywords are compared without case (RFC 9051 section 9).
    private static func words(of line: [UInt8]) -> [String] {
        text(of: line).split(separator: " ").map { $0.uppercased() }
    }
}
