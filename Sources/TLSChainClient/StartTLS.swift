/// The protocols in which a client asks for TLS on an unencrypted connection.
package enum StartTLS: String, Sendable, CaseIterable {
    /// The STARTTLS command of SMTP (RFC 3207).
    case smtp
    /// The STARTTLS command of IMAP (RFC 9051 section 6.2.1).
    case imap
    /// The STLS command of POP3 (RFC 2595 section 4).
    case pop3
    /// The StartTLS operation of LDAP (RFC 4511 section 4.14).
    case ldap
    /// The SSLRequest message of PostgreSQL.
    case postgres
    /// The SSLRequest packet of MySQL and MariaDB.
    case mysql

    /// Asks for TLS, so that the next bytes on the connection are those of the handshake.
    ///
    /// Bytes that arrive together with the consent were sent without encryption, perhaps by an attacker. They are an
    /// error, so that no client mistakes them for encrypted data (CVE-2011-0411, CVE-2021-23222).
    ///
    /// - Throws: ``TLSChainError`` if the server does not consent.
    func negotiate(over connection: SocketConnection) throws(TLSChainError) {
        switch self {
        case .smtp: try SMTPDialogue.run(over: connection)
        case .imap: try IMAPDialogue.run(over: connection)
        case .pop3: try POP3Dialogue.run(over: connection)
        case .ldap: try LDAPDialogue.run(over: connection)
        case .postgres: try PostgreSQLDialogue.run(over: connection)
        case .mysql: try MySQLDialogue.run(over: connection)
        }
    }

    /// The error for bytes after a reply before the consent, to which the client has not yet reacted.
    static let unexpected = TLSChainError(
        .injectedData,
        "sent unencrypted data that nothing asked for: this is an attempted injection or a defect of the server"
    )

    /// The error for bytes that arrive together with the consent.
    static let injected = TLSChainError(
        .injectedData,
        "sent unencrypted data after it agreed to TLS: this is an attempted injection or a defect of the server"
    )
}
