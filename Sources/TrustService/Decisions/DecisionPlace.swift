import Synchronization
package import TrustEvidence

/// The route and the client of decisions.
///
/// It is created once for each head that is admitted, so that a decision has only a reference to it.
package final class DecisionPlace: Sendable {
    /// The routes on which clients receive decisions.
    package enum Route: String, Sendable, CaseIterable {
        case evaluations
        case batch
        case watches
        case challenges
        case signatures
        case check
    }

    /// The other end of the connection, as the kernel reports it.
    package enum Peer: Sendable, Hashable {
        /// The address, without a port.
        case address(String)
        /// The user ID of a local process; nil if it is unknown.
        case user(UInt32?)
    }

    /// The route.
    package let route: Route
    /// The names of the configured clients to which the request belongs.
    package let clients: [String]
    /// The other end of the connection.
    package let peer: Peer
    /// The name of the proxy that asks about its client; nil on other routes.
    package let proxy: String?
    /// The client to whose shares waiting and fetching are charged.
    package let share: ClientShare
    /// The number of decisions in a queue that have this place.
    let queued = Atomic(0)

    /// The memory in bytes, rather too high.
    var memory: Int {
        let address = if case .address(let text) = peer { text.utf8.count } else { 0 }
        return 256 + MemoryLayout<String>.stride * clients.count + address
    }

    /// Creates a place from its parts.
    package init(_ route: Route, clients: [String], peer: Peer, proxy: String? = nil, share: ClientShare) {
        self.route = route
        self.clients = clients
        self.peer = peer
        self.proxy = proxy
        self.share = share
    }
}
