/// Fetches the certificates that a TLS server shows, without verifying the server in any way: for looking, not for trust.
package struct TLSChainFetcher: Sendable {
    private let timeout: Duration

    /// Takes the time that look-up, connection and handshake may take together.
    package init(timeout: Duration = .seconds(10)) {
        self.timeout = timeout
    }

    /// Connects and asks by the host's name; blocks the calling thread until then.
    ///
    /// A server that shows its certificates and then asks for one of ours has shown enough.
    ///
    /// - Returns: the DER of the certificates in the server's order, the leaf first; at least one.
    /// - Throws: ``TLSChainError`` that says how far it came.
    package func certificates(of endpoint: TLSEndpoint) throws(TLSChainError) -> [[UInt8]] {
        let deadline = Deadline(after: timeout)
        let addresses = try NameLookup.addresses(of: endpoint, until: deadline)
        let connection = try SocketConnection.open(to: addresses, until: deadline)
        guard let handshake = TLSHandshake.of(serverName: endpoint.serverName) else {
            throw TLSChainError(.resources, "cannot be asked: OpenSSL has no memory")
        }
        var failure: TLSChainError?
        do throws(TLSChainError) {
            try handshake.run(over: connection)
        } catch {
            failure = error
        }
        let certificates = handshake.certificates
        guard certificates.isEmpty else { return certificates }
        throw failure ?? TLSChainError(.handshakeFailed, "showed no certificate")
    }
}
