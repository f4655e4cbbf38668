/// The request for TLS in the PostgreSQL protocol ("Message Flow", section "SSL Session Encryption").
enum PostgreSQLDialogue {
    /// An SSLRequest: its length, 8, and the code 80877103 instead of a protocol version.
    private static let request: [UInt8] = [0, 0, 0, 8, 0x04, 0xD2, 0x16, 0x2F]

    static func run(over connection: SocketConnection) throws(TLSChainError) {
        try connection.send(request)
        let answer = try connection.receive()
        switch answer[0] {
        case UInt8(ascii: "S"):
            guard answer.count == 1 else { throw StartTLS.injected }
        case UInt8(ascii: "N"):
            throw TLSChainError(.noTLS, "does not offer TLS to PostgreSQL clients")
        case UInt8(ascii: "E"):
            // The text of the error is not authenticated and does not help, so it is not shown (CVE-2024-10977).
            throw TLSChainError(.unexpectedReply, "answered the request for TLS with an error of PostgreSQL")
        default:
            throw TLSChainError(.unexpectedReply, "does not speak the PostgreSQL protocol on this port")
        }
    }
}
