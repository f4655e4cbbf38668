/// The certificates that a server sent in a TLS handshake, with the evidence sent beside them; nothing is verified.
package struct PresentedChain: Sendable {
    /// The DER of the certificates in the server's order, the leaf first; at least one.
    package let certificates: [[UInt8]]
    /// The stapled OCSP response for the leaf (RFC 6066 section 8), not parsed; nil if the server sent none.
    package let ocspResponse: [UInt8]?
    /// The SignedCertificateTimestampList of the TLS extension (RFC 6962 section 3.3), not parsed; nil if the server
    /// sent none.
    package let timestampList: [UInt8]?
    /// The negotiated protocol version, such as `TLSv1.3`.
    package let protocolVersion: String
    /// The error that ended the handshake after the certificates arrived; nil if the handshake was completed.
    ///
    /// A server that requires a client certificate ends the handshake in this way in TLS 1.2.
    package let interruption: TLSChainError?
    /// Whether the server proved possession of the leaf's private key by a signature or a completed handshake.
    ///
    /// If it did not, the chain may be a copy from another server.
    package let provesPossession: Bool

    /// The number of timestamps in ``timestampList``; 0 if there is no list, nil if it is malformed.
    package var timestampCount: Int? {
        guard let timestampList else { return 0 }
        var rest = timestampList[...]
        guard Self.takeLength(&rest) == rest.count else { return nil }
        var count = 0
        while !rest.isEmpty {
            guard let length = Self.takeLength(&rest), length > 0, length <= rest.count else { return nil }
            rest = rest.dropFirst(length)
            count += 1
        }
        return count
    }

    /// Removes two bytes and returns them as a length; nil if fewer bytes remain.
    private static func takeLength(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let high = bytes.popFirst(), let low = bytes.popFirst() else { return nil }
        return Int(high) << 8 | Int(low)
    }
}
