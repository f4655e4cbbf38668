/// An error because of which a server's certificates could not be fetched.
package struct TLSChainError: Error, Equatable, Sendable {
    /// The kinds of errors; their raw values are stable.
    package enum Code: String, Sendable, CaseIterable {
        /// The host name could not be resolved or has no address.
        case nameNotFound
        case refused
        /// There is no route to the address.
        case unreachable
        case timeout
        /// The server closed or reset the connection before sending a certificate.
        case closed
        /// The server sent too many bytes without completing the handshake.
        case tooMuchData
        /// The server did not answer with TLS on this port, or does not offer TLS in its protocol.
        case noTLS
        /// The server refused a request for TLS, or does not speak the protocol of the request.
        case unexpectedReply
        /// The server sent unencrypted data after its consent to TLS.
        case injectedData
        /// The handshake ended before the server sent a certificate.
        case handshakeFailed
        /// This process is out of memory, descriptors or threads.
        case resources
    }

    /// The kind of error.
    package let code: Code
    /// The end of a message that begins with the endpoint, such as "did not answer in time".
    package let reason: String

    /// Creates an error.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension TLSChainError: CustomStringConvertible {
    /// The reason.
    package var description: String { reason }
}
