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
}
