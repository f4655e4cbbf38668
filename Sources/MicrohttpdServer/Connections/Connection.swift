import Synchronization

/// One accepted connection: who it is, what it is doing, and the request on its way in.
///
/// `@unchecked Sendable`: `exchange`, `remembered`, `accept`, `stream`, `answer` and `lease` are touched only on the thread of the
/// worker that owns the connection, from the callbacks libmicrohttpd makes for it; everything else is immutable or atomic.
final class Connection: @unchecked Sendable {
    let descriptor: Int32
    let peer: HTTPPeer
    /// The client that limits are counted for.
    let client: HTTPPeer
    /// The request on its way in; owned by the worker's thread.
    var exchange: Exchange?
    /// The head that was admitted last; owned by the worker's thread.
    var remembered: RememberedHead?
    /// The values of Accept in the request's head; owned by the worker's thread.
    var accept: [String] = []
    /// What takes the request's items, where it is a batch; owned by the worker's thread.
    var stream: ItemStream?
    /// The answer to the request, until libmicrohttpd gets it; owned by the worker's thread.
    var answer: PendingAnswer?
    /// The memory for the request's body, then for its answer; owned by the worker's thread.
    let lease: BufferLease

    private let word: Atomic<UInt64>

    /// A connection that was just accepted.
    init(descriptor: Int32, peer: HTTPPeer, budget: BufferBudget, now: UInt64) {
        self.descriptor = descriptor
        self.peer = peer
        client = peer.client
        lease = BufferLease(budget)
        word = Atomic(ConnectionPhase(.idle, since: now).word)
    }

    /// What the connection is doing.
    var phase: ConnectionPhase { ConnectionPhase(word: word.load(ordering: .acquiring)) }

    /// Moves on from exactly this phase; false when another thread was faster.
    func advance(from phase: ConnectionPhase, to kind: ConnectionPhase.Kind, now: UInt64) -> Bool {
        word.compareExchange(
            expected: phase.word,
            desired: ConnectionPhase(kind, since: now).word,
            ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Moves on from whatever the connection was doing; false when it has been given up meanwhile.
    func advance(to kind: ConnectionPhase.Kind, now: UInt64) -> Bool {
        let phase = phase
        // Only the reaper changes the phase beside the worker, and only to `ended`: one failure is final.
        return phase.kind != .ended && advance(from: phase, to: kind, now: now)
    }
}
