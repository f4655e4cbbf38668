/// Who is at the other end of a connection, as far as the kernel says.
package enum HTTPPeer: Sendable, Hashable {
    /// A textual IPv4 or IPv6 address without a port; an IPv4-mapped IPv6 address is given as IPv4.
    case ip(String)
    /// A process on this machine, by the user id it had when it connected (SO_PEERCRED); nil when the kernel told none.
    case unix(uid: UInt32?)
}

extension HTTPPeer {
    /// The client that limits are counted for.
    ///
    /// A process on this machine may choose any address of 127.0.0.0/8, and ::1, for each of its connections
    /// (RFC 1122 section 3.2.1.3), so all of them are one client.
    var client: HTTPPeer {
        guard case .ip(let address) = self, address == "::1" || address.hasPrefix("127.") else { return self }
        return .ip("127.0.0.1")
    }
}
