import Synchronization

/// What the acceptor and all workers share: settings, the responder, the connections, the state of draining.
final class ServerContext: Sendable {
    let configuration: ServerConfiguration
    let responder: any HTTPResponder
    let table: ConnectionTable
    let streams: StreamTable
    let buffers: BufferBudget
    let lingering = LingeringQueue()
    let wake: WakeEvent
    /// The acceptor's own counts; each worker has its own.
    let counters = ServerCounters()
    /// `idleTimeout` and `requestTimeout` in milliseconds.
    let idleMilliseconds: UInt64
    let requestMilliseconds: UInt64

    /// When draining ends, in milliseconds of ``MonotonicClock``; 0 before it begins.
    private let drainDeadline = Atomic<UInt64>(0)
    private let stopping = Atomic(false)

    /// The state of a server that has not begun.
    init(_ configuration: ServerConfiguration, responder: any HTTPResponder) throws(ServerError) {
        self.configuration = configuration
        self.responder = responder
        table = ConnectionTable(
            maximum: configuration.maximumConnections,
            maximumPerClient: configuration.maximumConnectionsPerAddress
        )
        streams = StreamTable(
            maximum: configuration.maximumBatches,
            maximumPerClient: configuration.maximumBatchesPerAddress
        )
        buffers = BufferBudget(maximum: configuration.maximumBufferedBytes)
        wake = try WakeEvent()
        idleMilliseconds = UInt64(configuration.idleTimeout.wholeSeconds) * 1000
        requestMilliseconds = max(configuration.requestTimeout.wholeMilliseconds, 1)
    }

    /// When draining ends; nil before it begins.
    var deadline: UInt64? {
        let deadline = drainDeadline.load(ordering: .acquiring)
        return deadline == 0 ? nil : deadline
    }

    /// Whether every answer must end its connection.
    var isDraining: Bool { deadline != nil }

    /// Whether draining is over and nothing more is answered.
    ///
    /// Sequentially consistent, like a worker's busy flag: whoever stops the workers sets this and then reads that,
    /// a worker sets that and then reads this, so one of the two sees the other.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Begins to drain.
    func drain(until deadline: UInt64) {
        drainDeadline.store(max(deadline, 1), ordering: .releasing)
        wake.signal()
    }

    /// Ends all answering.
    func stop() {
        stopping.store(true, ordering: .sequentiallyConsistent)
    }
}
