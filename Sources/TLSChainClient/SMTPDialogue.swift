/// The STARTTLS command of SMTP: greeting, EHLO, STARTTLS (RFC 3207 section 4).
enum SMTPDialogue {
    static func run(over connection: SocketConnection) throws(TLSChainError) {
        var replies = SMTPReplyReader()
        try expect(220, replies.reply(over: connection), or: "refused the session")
        // An address literal, because this client has no domain name (RFC 5321 section 4.1.4).
        try connection.send(Array("EHLO [127.0.0.1]\r\n".utf8))
        let capabilities = try replies.reply(over: connection)
        try expect(250, capabilities, or: "refused EHLO")
        guard capabilities.texts.dropFirst().contains(where: { keyword(of: $0) == "STARTTLS" }) else {
            throw TLSChainError(.noTLS, "does not offer STARTTLS")
        }
        try connection.send(Array("STARTTLS\r\n".utf8))
        try expect(220, replies.reply(over: connection, consent: 220), or: "refused STARTTLS")
    }

    private static func expect(_ code: Int, _ reply: SMTPReply, or refusal: String) throws(TLSChainError) {
        guard reply.code != code else { return }
        throw TLSChainError(.unexpectedReply, "\(refusal): \(reply.excerpt)")
    }

    /// Returns the keyword of a line of the response to EHLO in upper case (RFC 5321 section 4.1.1.1).
    private static func keyword(of line: String) -> String {
        String(line.prefix { $0 != " " }).uppercased()
    }
}

/// A reply of an SMTP server (RFC 5321 section 4.2).
struct SMTPReply {
    let code: Int
    /// The text of each line, without the code and the line ending.
    let texts: [String]

    /// The code and the beginning of the first line in quotes, for messages.
    var excerpt: String { LineReader.excerpt("\(code) \(texts.first ?? "")") }
}
