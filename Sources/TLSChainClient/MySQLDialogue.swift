/// The request for TLS in the protocol of MySQL and MariaDB ("Connection Phase", "Protocol::SSLRequest").
enum MySQLDialogue {
    /// The capability of both sides to use TLS.
    private static let tls: UInt16 = 0x0800
    /// An SSLRequest: a packet of 32 bytes with the number 1.
    ///
    /// Its capabilities are LONG_PASSWORD, PROTOCOL_41, SSL, SECURE_CONNECTION
    /// and PLUGIN_AUTH; then come the longest packet, 16 MiB, the character set, utf8mb3, and zeros.
    private static let request: [UInt8] =
        [32, 0, 0, 1] + [0x01, 0x8A, 0x08, 0x00] + [0, 0, 0, 1] + [33] + [UInt8](repeating: 0, count: 23)
    /// The maximum length of the first packet, which has names of at most some hundred bytes.
    private static let maximumBytes = 4096

    static func run(over connection: SocketConnection) throws(TLSChainError) {
        let (greeting, isLast) = try greeting(over: connection)
        guard let capabilities = capabilities(in: greeting) else { throw nonsense }
        guard capabilities & tls != 0 else { throw TLSChainError(.noTLS, "does not offer TLS to MySQL clients") }
        guard isLast else { throw StartTLS.injected }
        // The server does not reply: it waits for the handshake.
        try connection.send(request)
    }

    private static let nonsense =
        TLSChainError(.unexpectedReply, "does not speak the MySQL protocol, version 10, on this port")

    /// Reads the first packet, and returns its content and whether no bytes follow it.
    private static func greeting(
        over connection: SocketConnection
    ) throws(TLSChainError) -> (content: ArraySlice<UInt8>, isLast: Bool) {
        var bytes: [UInt8] = []
        while true {
            bytes += try connection.receive()
            guard bytes.count >= 5 else { continue }
            let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
            guard bytes[3] == 0, (1...maximumBytes).contains(length) else { throw nonsense }
            // The text of the error is not authenticated, so it is not shown.
            guard bytes[4] != 0xFF else {
                throw TLSChainError(.unexpectedReply, "refused the session with an error of MySQL")
            }
            guard bytes[4] == 10 else { throw nonsense }
            guard bytes.count >= 4 + length else { continue }
            return (bytes[4..<(4 + length)], bytes.count == 4 + length)
        }
    }

    /// Returns the lower half of the capabilities.
    ///
    /// They follow the version, the text of the server's version, the number of the connection, eight random bytes and a zero.
    private static func capabilities(in greeting: ArraySlice<UInt8>) -> UInt16? {
        guard let end = greeting.firstIndex(of: 0) else { return nil }
        let rest = greeting[(end + 1)...].dropFirst(4 + 8 + 1)
        guard let low = rest.first, let high = rest.dropFirst().first else { return nil }
        return UInt16(low) | UInt16(high) << 8
    }
}
