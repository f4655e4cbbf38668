import MicrohttpdServer

/// A permission that a route requires from its client.
enum Permission: Sendable {
    /// Evaluating chains, and reading policies and statistics.
    case use
    /// Reloading the policies.
    case reload
}

/// The decision whether a client may use a route, computed from the client and the route's permission only.
///
/// ``APIResponder`` makes the decision for each admitted head, before any handler runs. Every client may use the
/// service. Only root and the daemon's user may reload, and only over a Unix socket, where the kernel reports the user.
enum Authorization: Equatable {
    case granted
    /// The reason is one sentence.
    case denied(reason: String)

    /// The user ID that stands for all users who have none in a user namespace (user_namespaces(7)).
    private static let overflowUser: UInt32 = 65534

    /// Decides about a client; `daemonUser` is the effective user ID of the daemon, or nil to permit only root.
    init(of peer: HTTPPeer, for permission: Permission, daemonUser: UInt32?) {
        switch (permission, peer) {
        case (.use, _): self = .granted
        case (.reload, .ip):
            self = .denied(
                reason: "Reloads are accepted only over a Unix socket, from root or the user of the daemon; without "
                    + "a Unix socket, send SIGHUP to the daemon."
            )
        case (.reload, .unix(nil)):
            self = .denied(reason: "The system did not report the user of this connection, so the reload is refused.")
        case (.reload, .unix(let user?)) where user == 0 || user == daemonUser && user != Self.overflowUser:
            self = .granted
        case (.reload, .unix(Self.overflowUser?)) where daemonUser == Self.overflowUser:
            self = .denied(
                reason: "Only root may reload: the daemon runs as user ID 65534, which the system also reports for "
                    + "every unknown user."
            )
        case (.reload, .unix(let user?)):
            self = .denied(reason: "Only root and the user of the daemon may reload; the client has user ID \(user).")
        }
    }

    /// Throws the problem of a denied request.
    func check() throws(Problem) {
        if case .denied(let reason) = self { throw Problem(.forbidden, reason) }
    }
}
