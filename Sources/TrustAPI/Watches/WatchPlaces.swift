import MicrohttpdServer
import Synchronization
import TrustEvidence

/// The places of open watches and the memory of what they keep, with a share for each client.
final class WatchPlaces: Sendable {
    /// The client to whose share a watch is charged.
    enum Client: Hashable, Sendable {
        case named(String)
        /// An address or a local user without a name in the configuration.
        case peer(HTTPPeer)

        init(_ share: ClientShare, _ peer: HTTPPeer) {
            self = if case .client(let name) = share { .named(name) } else { .peer(peer.client) }
        }
    }

    private struct Use {
        var count = 0
        var bytes = 0

        mutating func add(_ other: Use) { (count, bytes) = (count + other.count, bytes + other.bytes) }
    }

    private struct State {
        var total = Use()
        var clients: [Client: Use] = [:]

        mutating func add(_ use: Use, of client: Client) {
            total.add(use)
            var own = clients[client, default: Use()]
            own.add(use)
            clients[client] = own.count > 0 ? own : nil
        }
    }

    /// The value of Retry-After for a watch beyond a limit, in seconds; watches last long.
    private static let retryAfterSeconds = 10

    private let limits: WatchLimits
    private let state = Mutex(State())

    init(_ limits: WatchLimits) { self.limits = limits }

    /// Takes a place for a watch of a client.
    ///
    /// - Throws: ``Problem`` if all places, or those of the client, are taken.
    func take(for client: Client) throws(Problem) -> WatchPlace {
        let refusal = state.withLock { state -> Problem? in
            guard state.total.count < limits.count else {
                return Self.refusal(
                    .tooManyWatches,
                    "The server has reached its limit of open watches (limits.watches)."
                )
            }
            let own = state.clients[client, default: Use()].count
            guard limits.countOfClient == 0 || own < limits.countOfClient else {
                return Self.refusal(
                    .tooManyWatchesOfClient,
                    "This client has reached its limit of open watches (limits.watchesPerClient)."
                )
            }
            state.add(Use(count: 1), of: client)
            return nil
        }
        if let refusal { throw refusal }
        return WatchPlace(of: client, in: self)
    }

    /// Charges the memory of a watch to its client.
    ///
    /// - Throws: ``Problem`` if the memory of all watches, or of those of the client, does not suffice.
    fileprivate func charge(_ bytes: Int, to client: Client) throws(Problem) {
        let refusal = state.withLock { state -> Problem? in
            guard state.total.bytes + bytes <= limits.count * WatchLimits.bytesEach else {
                return Self.refusal(.tooManyWatches, Self.memoryDetail("the open watches have", "limits.watches"))
            }
            let own = state.clients[client, default: Use()].bytes
            let ownLimit = limits.countOfClient == 0 ? limits.count : limits.countOfClient
            guard own + bytes <= max(ownLimit * WatchLimits.bytesEach, bytes) else {
                let detail = Self.memoryDetail("the open watches of this client have", "limits.watchesPerClient")
                return Self.refusal(.tooManyWatchesOfClient, detail)
            }
            state.add(Use(bytes: bytes), of: client)
            return nil
        }
        if let refusal { throw refusal }
    }

    private static func memoryDetail(_ watches: String, _ key: String) -> String {
        "The requests of \(watches) reached their limit of memory, \(WatchLimits.bytesEach) bytes for each of \(key)."
    }

    fileprivate func release(_ bytes: Int, of client: Client) {
        state.withLock { $0.add(Use(count: -1, bytes: -bytes), of: client) }
    }

    private static func refusal(_ code: ProblemCode, _ detail: String) -> Problem {
        Problem(code, detail, headers: ["Retry-After": "\(retryAfterSeconds)"])
    }
}

/// The place of one watch; the deinitializer releases it.
final class WatchPlace: Sendable {
    let client: WatchPlaces.Client
    private let places: WatchPlaces
    private let bytes = Mutex(0)

    fileprivate init(of client: WatchPlaces.Client, in places: WatchPlaces) {
        (self.client, self.places) = (client, places)
    }

    deinit { places.release(bytes.withLock { $0 }, of: client) }

    /// Charges the memory of the watch; call this once.
    func charge(_ count: Int) throws(Problem) {
        try places.charge(count, to: client)
        bytes.withLock { $0 = count }
    }
}
