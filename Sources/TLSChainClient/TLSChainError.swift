/// Why a server's certificates cannot be had.
package struct TLSChainError: Error, Equatable, Sendable {
    /// What kind of problem it is; stable names.
    package enum Code: String, Sendable, CaseIterable {
        /// The name has no address.
        case nameNotFound
        /// Nobody listens on the port.
        case refused
        /// No network leads there.
        case unreachable
        /// The deadline passed.
        case timeout
        /// The server ended the connection before it showed a certificate.
        case closed
        /// The server sends on and on, and does not end the handshake.
        case tooMuchData
        /// What answers does not speak TLS.
        case noTLS
        /// The handshake failed before the server showed a certificate.
        case handshakeFailed
        /// This machine has no memory or no descriptors left.
        case resources
    }

    /// What kind of problem it is.
    package let code: Code
    /// What is wrong, a clause that follows the server's name.
    package let reason: String

    /// Takes the parts.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension TLSChainError: CustomStringConvertible {
    /// The clause.
    package var description: String { reason }
}
