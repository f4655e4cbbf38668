/// The identity of a client, as reported by the kernel.
package enum HTTPPeer: Sendable, Hashable {
    /// An IPv4 or IPv6 address as text, without a port; an IPv4-mapped IPv6 address appears as IPv4.
    case ip(String)
    /// The user ID of a local process when it connected (SO_PEERCRED); nil if the kernel did not report it.
    case unix(uid: UInt32?)
}

extension HTTPPeer {
    /// The identity to which the limits per client apply.
    ///
    /// All loopback addresses are one client, since a local process can choose any of them for each connection
    /// (RFC 1122 section 3.2.1.3).
    var client: HTTPPeer {
        guard case .ip(let address) = self, address == "::1" || address.hasPrefix("127.") else { return self }
        return .ip("127.0.0.1")
    }
}
