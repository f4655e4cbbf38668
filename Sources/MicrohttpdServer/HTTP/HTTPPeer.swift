import CMicrohttpdShims

/// The identity of a client, as reported by the kernel.
package enum HTTPPeer: Sendable, Hashable {
    /// An IPv4 or IPv6 address as text, without a port; an IPv4-mapped IPv6 address appears as IPv4.
    case ip(String)
    /// The user ID of a local process when it connected (SO_PEERCRED), and its primary and supplementary group IDs
    /// (SO_PEERGROUPS).
    ///
    /// The user ID is nil if the kernel did not report it; the groups are then empty.
    case unix(uid: UInt32?, groups: [UInt32] = [])
}

extension HTTPPeer {
    /// The maximum number of supplementary groups that are read; a process with more is in its primary group only.
    private static let maximumGroups = 4096

    /// Reads the credentials of the process at the other end of a Unix socket.
    init(connectedTo descriptor: Int32) {
        var (user, group): (UInt32, UInt32) = (0, 0)
        guard unsafe cmicrohttpdshims_peer_ids(descriptor, &user, &group) == 0 else {
            self = .unix(uid: nil)
            return
        }
        let others = unsafe [UInt32](unsafeUninitializedCapacity: Self.maximumGroups) { buffer, count in
            let read = unsafe cmicrohttpdshims_peer_groups(descriptor, buffer.baseAddress, Int32(buffer.count))
            count = max(0, Int(read))
        }
        self = .unix(uid: user, groups: [group] + others)
    }

    /// The identity to which the limits per client apply.
    ///
    /// All loopback addresses are one client, since a local process can choose any of them for each connection
    /// (RFC 1122 section 3.2.1.3). All processes of a user are one client, even if their groups differ.
    package var client: HTTPPeer {
        switch self {
        case .ip(let address) where address == "::1" || address.hasPrefix("127."): .ip("127.0.0.1")
        case .ip: self
        case .unix(let user, _): .unix(uid: user)
        }
    }
}
