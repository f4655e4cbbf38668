/// Fetches the certificate chain that a TLS server presents, without verifying it.
package struct TLSChainFetcher: Sendable {
    private let timeout: Duration

    /// Creates a fetcher.
    ///
    /// - Parameter timeout: the time allowed for name resolution, connection and handshake together.
    package init(timeout: Duration = .seconds(10)) {
        self.timeout = timeout
    }

    /// Connects to a server and returns its certificates; blocks the calling thread.
    ///
    /// A handshake that fails after the certificates arrived (for lack of a client certificate, say) is not an error.
    ///
    /// - Returns: the DER of the certificates in the server's order, the leaf first; at least one.
    /// - Throws: ``TLSChainError`` if the server did not send a certificate.
    package func certificates(of endpoint: TLSEndpoint) throws(TLSChainError) -> [[UInt8]] {
        let deadline = Deadline(after: timeout)
        let addresses = try NameLookup.addresses(of: endpoint, until: deadline)
        let connection = try SocketConnection.open(to: addresses, until: deadline)
        guard let handshake = TLSHandshake.of(serverName: endpoint.serverName) else {
            throw TLSChainError(.resources, "cannot be queried: OpenSSL is out of memory")
        }
        var failure: TLSChainError?
        do throws(TLSChainError) {
            try handshake.run(over: connection)
        } catch {
            failure = error
        }
        let certificates = handshake.certificates
        guard certificates.isEmpty else { return certificates }
        throw failure ?? TLSChainError(.handshakeFailed, "did not send a certificate")
    }
}
