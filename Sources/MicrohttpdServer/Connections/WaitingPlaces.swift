/// The places of requests and batch items that wait, and the memory that they keep, divided between their clients.
///
/// A client gets another place while it has fewer than are free, so that one client alone gets half of them, and the next
/// one always finds a place. The same applies to memory. All unknown clients together are one client in this respect,
/// and each of their connections gets a few places.
final class WaitingPlaces: Sendable {
    /// The maximum number of places of one connection of an unknown client, which only a batch can need.
    static let perConnection = 8
    /// The memory, in bytes, after whose release the allocator should return free memory to the system.
    private static let returnedBytes = 32 << 20

    private enum Client: Hashable {
        case known(String)
        case unknown

        init(_ share: HTTPShare) {
            switch share {
            case .client(let name): self = .known(name)
            case .connection: self = .unknown
            }
        }
    }

    private struct Use {
        var places = 0
        var bytes = 0
    }

    private struct State {
        var total = Use()
        var clients: [Client: Use] = [:]
        var connections: [UInt64: Int] = [:]
        /// The memory that was kept and then released since ``WaitingPlaces/takeReleased()``, in bytes.
        var released = 0
    }

    private let maximum: Int
    private let maximumBytes: Int
    private let state = Locked(State())

    /// Creates the places; the memory of all of them is at most `maximumBytes`.
    init(maximum: Int, maximumBytes: Int) {
        self.maximum = maximum
        self.maximumBytes = maximumBytes
    }

    /// Takes a place for a wait, or keeps the place of an earlier wait of the same request; nil if it needs none.
    ///
    /// - Throws: ``HTTPFailure`` if the places, the memory, or the client's share of them do not suffice.
    func take(_ wait: HTTPWait, keeping earlier: WaitingPlace? = nil) throws(HTTPFailure) -> WaitingPlace? {
        guard let share = wait.share else { return nil }
        let failure = state.withLock { state in
            let failure = earlier == nil ? refusal(of: share, state) : nil
            if let failure = failure ?? refusal(of: wait.heldBytes - (earlier?.bytes ?? 0), for: share, state) {
                state.released += wait.heldBytes
                return HTTPFailure?.some(failure)
            }
            if earlier == nil { Self.add(Use(places: 1), of: share, to: &state) }
            Self.add(Use(bytes: wait.heldBytes - (earlier?.bytes ?? 0)), of: share, to: &state)
            return nil
        }
        if let failure { throw failure }
        guard let earlier else { return WaitingPlace(of: share, bytes: wait.heldBytes, in: self) }
        earlier.bytes = wait.heldBytes
        return earlier
    }

    /// Whether so much memory was released since the last call that the allocator should return it to the system.
    func takeReleased() -> Bool {
        state.withLock { state in
            guard state.released >= Self.returnedBytes else { return false }
            state.released = 0
            return true
        }
    }

    fileprivate func release(_ place: WaitingPlace) {
        state.withLock { state in
            Self.add(Use(places: -1, bytes: -place.bytes), of: place.share, to: &state)
            state.released += place.bytes
        }
    }

    private func refusal(of share: HTTPShare, _ state: State) -> HTTPFailure? {
        let free = maximum - state.total.places
        if free <= 0 { return .excessSuspension }
        if case .connection(let number) = share, state.connections[number, default: 0] >= Self.perConnection {
            return .excessOfClient
        }
        return state.clients[Client(share), default: Use()].places < free ? nil : .excessOfClient
    }

    private func refusal(of bytes: Int, for share: HTTPShare, _ state: State) -> HTTPFailure? {
        let free = maximumBytes - state.total.bytes - bytes
        let held = state.clients[Client(share), default: Use()].bytes
        // A client that keeps nothing may use all of the free memory, or a small limit would permit no request.
        return bytes <= 0 || free >= (held == 0 ? 0 : held + bytes) ? nil : .outOfBuffers
    }

    private static func add(_ use: Use, of share: HTTPShare, to state: inout State) {
        state.total.places += use.places
        state.total.bytes += use.bytes
        let client = Client(share)
        var held = state.clients[client, default: Use()]
        held.places += use.places
        held.bytes += use.bytes
        state.clients[client] = held.places > 0 ? held : nil
        guard case .connection(let number) = share else { return }
        let left = state.connections[number, default: 0] + use.places
        state.connections[number] = left > 0 ? left : nil
    }
}

/// The place of one request or batch item, from its first wait until its answer; the deinitializer releases it.
///
/// `@unchecked Sendable`: `bytes` is accessed only by the thread that answers the request or item, or with the lock of its stream.
final class WaitingPlace: @unchecked Sendable {
    fileprivate let share: HTTPShare
    fileprivate var bytes: Int
    private let places: WaitingPlaces

    fileprivate init(of share: HTTPShare, bytes: Int, in places: WaitingPlaces) {
        self.share = share
        self.bytes = bytes
        self.places = places
    }

    deinit { places.release(self) }
}
