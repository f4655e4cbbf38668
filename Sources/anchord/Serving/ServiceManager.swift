import Glibc

/// Sends state notifications to systemd as datagrams, following sd_notify(3).
struct ServiceManager: Sendable {
    private let address: [UInt8]
    /// A socket that stays open until the process exits, so that notifications do not fail for lack of descriptors.
    private let descriptor: Int32

    /// Reads the socket's address from the environment; returns nil if NOTIFY_SOCKET is missing or malformed.
    ///
    /// - Parameter environment: The process environment. NOTIFY_SOCKET is a path, or a name in the abstract namespace
    ///   that starts with `@`, of at most 107 bytes.
    init?(environment: [String: String]) {
        guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@"),
            name.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        address = name.hasPrefix("@") ? [0] + name.dropFirst().utf8 : Array(name.utf8)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Announces a reload; MONOTONIC_USEC is required by units with `Type=notify-reload` and ignored by others.
    func notifyReloading() {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    /// Sends assignments such as `READY=1`, one per line; errors are ignored.
    func notify(_ state: String) {
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: address) }
        let length = MemoryLayout<sa_family_t>.size + address.count
        let bytes = Array(state.utf8)
        unsafe withUnsafeBytes(of: &target) { target in
            guard let target = unsafe target.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
            _ = unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), target, socklen_t(length))
        }
    }
}
