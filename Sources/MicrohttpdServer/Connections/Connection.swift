import Synchronization

/// One accepted connection: its client, its phase and its current request.
///
/// `@unchecked Sendable`: `exchange`, `remembered`, `accept`, `trace`, `stream`, `response`, `pending`, `place`, `isChunked`,
/// `isHandedOver`, `isCut` and `lease` are accessed only in libmicrohttpd's callbacks, on the thread of the worker that owns the connection. Other
/// properties are immutable or atomic.
final class Connection: @unchecked Sendable {
    private static let count = Atomic<UInt64>(0)

    let descriptor: Int32
    /// The number of the connection in the process; descriptors are reused, numbers are not.
    let number = count.add(1, ordering: .relaxed).newValue
    let peer: HTTPPeer
    /// The identity to which the limits per client apply.
    let client: HTTPPeer
    var exchange: Exchange?
    var remembered: RememberedHead?
    /// The values of the request's Accept fields.
    var accept: [String] = []
    /// The trace of the request.
    var trace: TraceContext?
    var stream: ItemStream?
    /// The response, until it is queued in libmicrohttpd; nil while it is not known.
    var response: HTTPResponse?
    /// The request whose response a task computes; nil if there is none.
    var pending: PendingRequest?
    /// The place of the request among those that wait, from its first wait until its response.
    var place: WaitingPlace?
    /// Whether the client speaks HTTP/1.1, so that a response of unknown length is chunked.
    var isChunked = true
    /// Whether the socket was taken for an event stream, so that libmicrohttpd must close the connection.
    var isHandedOver = false
    /// Whether the response reports that the server stopped while the request waited.
    var isCut = false
    /// The memory reserved for the request's body, then for what it keeps while it waits, then for its response.
    let lease: BufferLease

    private let word: Atomic<UInt64>

    init(descriptor: Int32, peer: HTTPPeer, budget: BufferBudget, now: UInt64) {
        self.descriptor = descriptor
        self.peer = peer
        client = peer.client
        lease = BufferLease(budget)
        word = Atomic(ConnectionPhase(.idle, since: now).word)
    }

    var phase: ConnectionPhase { ConnectionPhase(word: word.load(ordering: .acquiring)) }

    /// Changes the phase if it still equals the expected phase; otherwise returns false.
    func advance(from phase: ConnectionPhase, to kind: ConnectionPhase.Kind, now: UInt64) -> Bool {
        word.compareExchange(
            expected: phase.word,
            desired: ConnectionPhase(kind, since: now).word,
            ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Changes the phase; returns false if the connection has ended.
    func advance(to kind: ConnectionPhase.Kind, now: UInt64) -> Bool {
        let phase = phase
        // Apart from the worker, only the acceptor changes the phase, and only to `ended`. Therefore, a failed
        // compare-and-exchange is final.
        return phase.kind != .ended && advance(from: phase, to: kind, now: now)
    }
}
