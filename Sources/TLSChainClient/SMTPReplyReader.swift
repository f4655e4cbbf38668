/// Reads the replies of an SMTP server one at a time, with limits on their size.
struct SMTPReplyReader {
    /// The maximum length of a line with its CRLF; RFC 5321 section 4.5.3.1.5 permits 512 bytes.
    private static let maximumLineBytes = 2048
    /// The maximum number of lines of one reply; servers list up to about thirty capabilities.
    private static let maximumLines = 128

    /// The bytes received after the last complete line; at most a line and one read of the socket.
    private var unread: [UInt8] = []

    /// Reads one reply.
    ///
    /// The server speaks only when it is asked, so bytes after the reply are an error (``StartTLS/injected``).
    ///
    /// - Throws: ``TLSChainError``, with code `unexpectedReply` for bytes that are not a reply.
    mutating func reply(over connection: SocketConnection) throws(TLSChainError) -> SMTPReply {
        var code: Int?
        var texts: [String] = []
        while texts.count < Self.maximumLines {
            let line = try line(over: connection)
            guard let lineCode = Self.code(of: line), code == nil || code == lineCode else { throw Self.nonsense }
            code = lineCode
            texts.append(String(decoding: line.dropFirst(4), as: UTF8.self))
            guard line.count > 3, line[3] == UInt8(ascii: "-") else {
                guard unread.isEmpty else { throw StartTLS.injected }
                return SMTPReply(code: lineCode, texts: texts)
            }
        }
        throw TLSChainError(.tooMuchData, "sent an SMTP reply of more than \(Self.maximumLines) lines")
    }

    /// Reads one line and returns it without its CRLF.
    private mutating func line(over connection: SocketConnection) throws(TLSChainError) -> [UInt8] {
        while true {
            let end = unread.firstIndex(of: UInt8(ascii: "\n"))
            guard (end ?? unread.count) < Self.maximumLineBytes else {
                throw TLSChainError(.tooMuchData, "sent an SMTP line of more than \(Self.maximumLineBytes) bytes")
            }
            guard let end else {
                unread += try connection.receive()
                continue
            }
            guard end > 0, unread[end - 1] == UInt8(ascii: "\r") else { throw Self.nonsense }
            defer { unread.removeFirst(end + 1) }
            return Array(unread[..<(end - 1)])
        }
    }

    /// Returns the code of a line; nil unless it begins with three digits, followed by a space, a hyphen or nothing.
    private static func code(of line: [UInt8]) -> Int? {
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        guard line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-") else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static let nonsense = TLSChainError(.unexpectedReply, "does not speak SMTP on this port")
}
