/// The protocols in which a client asks for TLS on an unencrypted connection.
package enum StartTLS: String, Sendable, CaseIterable {
    /// The STARTTLS command of SMTP (RFC 3207).
    case smtp
    /// The SSLRequest message of PostgreSQL.
    case postgres

    /// Asks for TLS, so that the next bytes on the connection are those of the handshake.
    ///
    /// Bytes that arrive together with the consent were sent without encryption, perhaps by an attacker. They are an
    /// error, so that no client mistakes them for encrypted data (CVE-2011-0411, CVE-2021-23222).
    ///
    /// - Throws: ``TLSChainError`` if the server does not consent.
    func negotiate(over connection: SocketConnection) throws(TLSChainError) {
        switch self {
        case .smtp: try SMTPDialogue.run(over: connection)
        case .postgres: try PostgreSQLDialogue.run(over: connection)
        }
    }

    static let injected = TLSChainError(
        .injectedData,
        "sent unencrypted data after it agreed to TLS: this is an attempted injection or a defect of the server"
    )
}
