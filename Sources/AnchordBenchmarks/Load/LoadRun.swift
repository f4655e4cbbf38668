struct LoadRun {
    private let requests: [[UInt8]]
    private let end: Load.End
    private let connections: [LoadConnection]
    private var queue: ReadinessQueue
    private var latencies = Latencies()
    private var sent = 0
    private let began: UInt64

    /// Connects to the server and starts the clock.
    init(_ load: Load, until end: Load.End) throws {
        requests = load.requests
        self.end = end
        connections = try (0..<load.connections).map { _ in try LoadConnection(load.address) }
        queue = ReadinessQueue(connections.map(\.descriptor))
        began = Clocks.monotonic
    }

    mutating func result() throws -> LoadResult {
        let ownTime = Clocks.ownProcessorTime
        for connection in connections { try sendNext(on: connection) }
        while latencies.count < sent {
            for place in try queue.wait() { try receive(on: connections[place]) }
        }
        return LoadResult(
            latencies: latencies,
            elapsed: Clocks.monotonic - began,
            clientTime: Clocks.ownProcessorTime - ownTime
        )
    }

    private mutating func receive(on connection: LoadConnection) throws {
        guard let time = try connection.receive(.trusted) else { return }
        latencies.append(nanoseconds: time)
        try sendNext(on: connection)
    }

    private mutating func sendNext(on connection: LoadConnection) throws {
        guard canContinue else { return }
        try connection.send(requests[sent % requests.count])
        sent += 1
    }

    private var canContinue: Bool {
        switch end {
        case .requests(let count): sent < count
        case .nanoseconds(let duration): Clocks.monotonic - began < duration
        }
    }
}

/// The result of a load; all responses met the expectation.
struct LoadResult {
    let latencies: Latencies
    /// The time from the first request to the last response in nanoseconds.
    let elapsed: UInt64
    /// The processor time used by the client in nanoseconds.
    let clientTime: UInt64

    var requestsPerSecond: Double { Double(latencies.count) * 1e9 / Double(max(1, elapsed)) }
}
