import FileAccess
import Glibc

/// Sends state notifications to systemd as datagrams, following sd_notify(3).
struct ServiceManager: Sendable {
    /// Stays open until the process exits, so that notifications do not fail for lack of descriptors.
    private let socket: DatagramSocket

    /// Reads the socket's address from the environment; returns nil if NOTIFY_SOCKET is missing or malformed.
    ///
    /// - Parameter environment: The process environment. NOTIFY_SOCKET is a path, or a name in the abstract namespace
    ///   that starts with `@`, of at most 107 bytes.
    init?(environment: [String: String]) {
        guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@"),
            name.utf8.count <= DatagramSocket.maximumNameLength
        else { return nil }
        socket = DatagramSocket(to: name, patience: 1)
    }

    /// Announces a reload; MONOTONIC_USEC is required by units with `Type=notify-reload` and ignored by others.
    func notifyReloading() {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    /// Sends assignments such as `READY=1`, one per line; errors are ignored.
    func notify(_ state: String) {
        _ = try? socket.send(Array(state.utf8))
    }
}
