/// Who is at the other end of a connection, as far as the kernel says.
package enum HTTPPeer: Sendable, Hashable {
    /// A textual IPv4 or IPv6 address without a port; an IPv4-mapped IPv6 address is given as IPv4.
    case ip(String)
    /// A process on this machine, by the user id it had when it connected (SO_PEERCRED); nil when the kernel told none.
    case unix(uid: UInt32?)
}
