import TrustModel

/// Reads the lines of a protocol with text lines one at a time, with a limit on their size.
struct LineReader {
    /// The maximum number of characters of a reply in a message.
    private static let maximumExcerpt = 132
    /// The maximum number of lines of one reply; servers list up to about thirty capabilities.
    static let maximumLines = 128

    /// The name of the protocol with its article, such as "an SMTP".
    private let name: String
    /// The maximum length of a line with its CRLF.
    private let maximumBytes: Int
    /// The bytes received after the last complete line; at most a line and one read of the socket.
    private var unread: [UInt8] = []

    init(_ name: String, maximumBytes: Int = 2048) {
        (self.name, self.maximumBytes) = (name, maximumBytes)
    }

    /// The error for bytes that are not of the protocol.
    var nonsense: TLSChainError {
        let name = name.drop { $0 != " " }
        return TLSChainError(.unexpectedReply, "does not speak\(name) on this port")
    }

    /// The error for a reply of too many lines.
    var tooManyLines: TLSChainError {
        TLSChainError(.tooMuchData, "sent \(name) reply of more than \(Self.maximumLines) lines")
    }

    /// Returns the beginning of a reply in quotes, for messages; control characters are escaped.
    static func excerpt(_ reply: String) -> String {
        VisibleText.quoted(String(reply.unicodeScalars.prefix(maximumExcerpt)))
    }

    /// Checks that the server has sent nothing after its last reply, which may be its consent to TLS.
    ///
    /// - Throws: ``StartTLS/injected``, or ``StartTLS/unexpected`` before the consent.
    func checkEnd(hasConsented: Bool) throws(TLSChainError) {
        guard unread.isEmpty else { throw hasConsented ? StartTLS.injected : StartTLS.unexpected }
    }

    /// Reads one line and returns it without its CRLF.
    mutating func line(over connection: SocketConnection) throws(TLSChainError) -> [UInt8] {
        while true {
            let end = unread.firstIndex(of: UInt8(ascii: "\n"))
            guard (end ?? unread.count) < maximumBytes else {
                throw TLSChainError(.tooMuchData, "sent \(name) line of more than \(maximumBytes) bytes")
            }
            guard let end else {
                unread += try connection.receive()
                continue
            }
            guard end > 0, unread[end - 1] == UInt8(ascii: "\r") else { throw nonsense }
            defer { unread.removeFirst(end + 1) }
            return Array(unread[..<(end - 1)])
        }
    }
}
