extension ListenAddress {
    /// The listening sockets systemd handed to this process, by the protocol of sd_listen_fds(3): LISTEN_FDS descriptors
    /// from 3 on, if LISTEN_PID names this process.
    ///
    /// - Parameters:
    ///   - environment: the process's environment.
    ///   - processID: the process's own id.
    /// - Returns: the sockets in order; none when the variables are missing, broken or meant for another process.
    package static func inheritedFromSystemd(environment: [String: String], processID: Int32) -> [ListenAddress] {
        let first: Int32 = 3
        // More sockets than this is no unit file but a mistake; a process rarely may have more descriptors anyway.
        let most: Int32 = 1024
        guard
            let owner = environment["LISTEN_PID"].flatMap({ Int32($0) }), owner == processID,
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0, count <= most
        else { return [] }
        return (first..<first + count).map { .inherited(descriptor: $0) }
    }
}
