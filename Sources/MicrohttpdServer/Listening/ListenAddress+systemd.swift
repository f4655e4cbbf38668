extension ListenAddress {
    /// Returns the listening sockets that systemd passed to this process, in order, as sd_listen_fds(3) does.
    ///
    /// LISTEN_FDS is the number of these descriptors, which begin at 3. The result is empty if the variables are
    /// missing or malformed, or if LISTEN_PID is not the ID of this process.
    package static func inheritedFromSystemd(environment: [String: String], processID: Int32) -> [ListenAddress] {
        let first: Int32 = 3
        // A higher count is an error in the environment, because the usual limit on descriptors is 1024.
        let most: Int32 = 1024
        guard
            let owner = environment["LISTEN_PID"].flatMap({ Int32($0) }), owner == processID,
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0, count <= most
        else { return [] }
        return (first..<first + count).map { .inherited(descriptor: $0) }
    }

    /// Returns the configured addresses without those of inherited sockets, and the inherited sockets.
    ///
    /// A configuration may repeat an address that systemd has opened already, which no process can open a second time.
    package static func serving(_ configured: [ListenAddress], and inherited: [ListenAddress]) -> [ListenAddress] {
        let open = Set(inherited.compactMap(\.bound))
        return configured.filter { $0.bound.map { !open.contains($0) } ?? true } + inherited
    }

    /// Whether only this machine can reach the address, also that of a socket which this process has inherited.
    package var isLocal: Bool { bound?.isLoopback ?? false }

    /// The address in the form in which the kernel reports it; nil if an inherited descriptor is not a socket.
    private var bound: ListenAddress? {
        switch self {
        case .tcp(let host, let port): SocketAddress(host: host, port: port)?.listenAddress
        case .unix: self
        case .inherited(let descriptor): Listener.boundAddress(of: descriptor)
        }
    }
}
