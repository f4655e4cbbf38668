import Synchronization
import SystemThreads

/// The state shared by the acceptor and all workers.
final class ServerContext: Sendable {
    let configuration: ServerConfiguration
    let responder: any HTTPResponder
    let clock: ServerClock
    let table: ConnectionTable
    let streams: StreamTable
    let suspensions = SuspensionTable()
    let places: WaitingPlaces
    let buffers: BufferBudget
    let lingering = LingeringQueue()
    let probes = ProbeQueue()
    let events: EventTable
    let wake: WakeEvent
    /// The counters of the acceptor; each worker has separate counters.
    let counters = ServerCounters()
    /// `idleTimeout`, `requestTimeout` and `maximumWait` in milliseconds.
    let idleMilliseconds: UInt64
    let requestMilliseconds: UInt64
    let waitMilliseconds: UInt64
    /// The value of the header field Keep-Alive.
    let keepAlive: String

    /// The time at which draining ends, in milliseconds of ``ServerClock``; 0 before it begins.
    private let drainDeadline = Atomic<UInt64>(0)
    private let stopping = Atomic(false)

    init(
        _ configuration: ServerConfiguration,
        responder: any HTTPResponder,
        clock: ServerClock
    ) throws(ServerError) {
        self.configuration = configuration
        self.responder = responder
        self.clock = clock
        table = ConnectionTable(
            maximum: configuration.maximumConnections,
            maximumPerClient: configuration.maximumConnectionsPerAddress
        )
        streams = StreamTable(
            maximum: configuration.maximumBatches,
            maximumPerClient: configuration.maximumBatchesPerAddress
        )
        places = WaitingPlaces(
            maximum: configuration.maximumSuspended,
            maximumBytes: configuration.maximumBufferedBytes / 2
        )
        buffers = BufferBudget(maximum: configuration.maximumBufferedBytes)
        wake = try WakeEvent.ofServer()
        events = try EventTable()
        idleMilliseconds = UInt64(configuration.idleTimeout.wholeSeconds) * 1000
        keepAlive = "timeout=\(configuration.idleTimeout.wholeSeconds)"
        requestMilliseconds = max(configuration.requestTimeout.wholeMilliseconds, 1)
        waitMilliseconds = max(configuration.maximumWait.wholeMilliseconds, 1)
    }

    var deadline: UInt64? {
        let deadline = drainDeadline.load(ordering: .acquiring)
        return deadline == 0 ? nil : deadline
    }

    /// Whether every response must close its connection.
    var isDraining: Bool { deadline != nil }

    /// Whether draining is over, so that no further requests are answered.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Begins draining and wakes the acceptor.
    func drain(until deadline: UInt64) {
        drainDeadline.store(max(deadline, 1), ordering: .releasing)
        wake.signal()
    }

    func stop() {
        stopping.store(true, ordering: .sequentiallyConsistent)
    }
}
