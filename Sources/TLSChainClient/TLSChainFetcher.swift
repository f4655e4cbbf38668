/// Fetches the certificate chain that a TLS server presents, without verifying it.
package struct TLSChainFetcher: Sendable {
    private let timeout: Duration
    private let startTLS: StartTLS?

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - timeout: the time allowed for name resolution, connection, STARTTLS and handshake together.
    ///   - startTLS: the protocol in which to ask for TLS; nil for servers that expect the handshake immediately.
    package init(timeout: Duration = .seconds(10), startTLS: StartTLS? = nil) {
        self.timeout = timeout
        self.startTLS = startTLS
    }

    /// Connects to a server and returns what it presents; blocks the calling thread.
    ///
    /// A handshake that fails after the certificates arrived (for lack of a client certificate, say) is not an error,
    /// but the ``PresentedChain/interruption`` of the result.
    ///
    /// - Parameters:
    ///   - endpoint: the server.
    ///   - serverName: the DNS name for the server name indication, in A-labels; nil sends none.
    /// - Returns: the chain and the evidence.
    /// - Throws: ``TLSChainError`` if the server did not send a certificate.
    package func presentedChain(
        of endpoint: TLSEndpoint,
        serverName: String?
    ) throws(TLSChainError) -> PresentedChain {
        let deadline = Deadline(after: timeout)
        let addresses = try NameLookup.addresses(of: endpoint, until: deadline)
        let connection = try SocketConnection.open(to: addresses, until: deadline)
        try startTLS?.negotiate(over: connection)
        guard let handshake = TLSHandshake.of(serverName: serverName) else {
            throw TLSChainError(.resources, "cannot be queried: OpenSSL is out of memory")
        }
        var failure: TLSChainError?
        do throws(TLSChainError) {
            try handshake.run(over: connection)
        } catch {
            failure = error
        }
        let certificates = handshake.certificates
        guard !certificates.isEmpty else {
            throw failure ?? TLSChainError(.handshakeFailed, "did not send a certificate")
        }
        return PresentedChain(
            certificates: certificates,
            ocspResponse: handshake.ocspResponse,
            timestampList: handshake.timestampList,
            protocolVersion: handshake.protocolVersion,
            interruption: failure.map(Self.interruption),
            provesPossession: failure == nil || handshake.hasVerifiedSignature
        )
    }

    /// Returns the error of a handshake that ended after the server sent its certificates.
    private static func interruption(_ error: TLSChainError) -> TLSChainError {
        switch error.code {
        case .timeout: TLSChainError(.timeout, "did not complete the handshake in time")
        case .closed: TLSChainError(.closed, "closed the connection during the handshake")
        default: error
        }
    }
}
