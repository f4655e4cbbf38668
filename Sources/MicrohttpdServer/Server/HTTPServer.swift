import CMicrohttpdShims
import SystemThreads

/// An HTTP/1.1 server with one acceptor thread and several workers, each a libmicrohttpd daemon with its own thread.
///
/// The server never raises SIGPIPE: it sends with MSG_NOSIGNAL, and its threads block all signals.
package final class HTTPServer: Sendable {
    private enum State {
        case ready
        case running(Running)
        case stopped(DrainResult)
    }

    private struct Running {
        let context: ServerContext
        let workers: WorkerSet
        let acceptor: PlatformThread
        let eventThread: PlatformThread
        let pool: ItemPool
    }

    private let configuration: ServerConfiguration
    private let responder: any HTTPResponder
    private let clock: ServerClock
    private let state = Locked(State.ready)
    /// The objects that provide ``figures``; not part of `state`, because a drain keeps `state` locked.
    private let sources = Locked<(context: ServerContext, workers: WorkerSet)?>(nil)

    /// Creates a server that is not listening yet.
    package convenience init(configuration: ServerConfiguration, responder: any HTTPResponder) {
        self.init(configuration: configuration, responder: responder, clock: ServerClock())
    }

    init(configuration: ServerConfiguration, responder: any HTTPResponder, clock: ServerClock) {
        self.configuration = configuration
        self.responder = responder
        self.clock = clock
    }

    /// Stops immediately and aborts all requests in progress, unless ``drain(deadline:)`` was called before.
    deinit {
        _ = drain(deadline: .zero)
    }

    /// Starts to listen and to serve requests.
    ///
    /// - Returns: the bound addresses in configured order, with the actual port for port 0 and the actual address of an
    ///   inherited socket.
    /// - Throws: ``ServerError``, with code `alreadyStarted` on a second call. After other errors, no listener is open.
    package func start() throws(ServerError) -> [ListenAddress] {
        try state.withLock { state throws(ServerError) in
            guard case .ready = state else {
                throw ServerError(code: .alreadyStarted, address: nil, reason: "the server was already started")
            }
            let (running, addresses) = try launch()
            state = .running(running)
            return addresses
        }
    }

    /// Stops accepting connections, completes the accepted requests, and stops the server.
    ///
    /// Each response closes its connection. Requests that still wait for a later answer at the deadline receive status
    /// 503. Idle connections accept a request for another 250 ms. The responder must
    /// not call this method. A responder that has not returned by the deadline keeps running on its thread.
    ///
    /// - Parameter deadline: how long to wait for requests in progress; 0 aborts them at once.
    /// - Returns: the numbers of requests completed and aborted; later calls return the same result.
    package func drain(deadline: Duration) -> DrainResult {
        state.withLock { state in
            let result: DrainResult
            switch state {
            case .ready: result = DrainResult(finished: 0, cut: 0)
            case .running(let running): result = HTTPServer.end(running, deadline: deadline)
            case .stopped(let earlier): result = earlier
            }
            state = .stopped(result)
            return result
        }
    }

    /// The statistics of the server; they remain available after it stopped.
    package var figures: ServerFigures {
        var figures = ServerFigures()
        guard let sources = sources.withLock({ $0 }) else { return figures }
        figures.connections = sources.context.table.count
        figures.batches = sources.context.streams.count
        figures.bufferedBytes = sources.context.buffers.heldBytes
        figures.suspended = sources.context.suspensions.count
        figures.eventStreams = sources.context.events.count
        for counters in [sources.context.counters] + sources.workers.counters { counters.add(to: &figures) }
        return figures
    }

    /// Sends a GET request through the acceptor and each worker, and waits for the responses.
    ///
    /// The responses are computed like all others, but the limits on connections do not apply.
    ///
    /// - Returns: `answered` if all responses began within the time; `unanswered` if one did not, or if the server is
    ///   not running; else `unsent` if a request could not be sent.
    package func probe(_ path: String, within timeout: Duration) -> ProbeResult {
        guard let sources = sources.withLock({ $0 }) else { return .unanswered }
        let deadline = clock.milliseconds + timeout.wholeMilliseconds
        let workers = sources.workers.all
        let probes = workers.compactMap { WorkerProbe(path, to: $0, context: sources.context) }
        guard !workers.isEmpty, probes.allSatisfy({ $0.isAnswered(before: deadline) }) else { return .unanswered }
        return probes.count == workers.count ? .answered : .unsent
    }

    /// Waits until each worker has sent the responses that were computed before the call.
    ///
    /// A worker computes a response and passes it to libmicrohttpd in one callback, or in the next turn of its event loop
    /// (``Worker/advance(_:byteCount:on:handle:)``, ``Worker/proceed(with:on:handle:)``). libmicrohttpd writes it in this turn
    /// or the next. A probe takes at least one turn after the one that reads it, so that two probes one after the other end
    /// later than each earlier response was written. A response that does not fit into the socket of a slow client is considered
    /// sent, because the client decides when it reads.
    ///
    /// The threads that answer items of batches check the revision (``HTTPBatch/revision``) and write the answers while they
    /// hold a lock, which this function takes once. The same applies to events (``HTTPEventStream/send(_:if:)``).
    ///
    /// - Returns: Whether all workers did so within the time; also if the server is not running.
    package func settle(_ path: String, within timeout: Duration) -> Bool {
        guard let sources = sources.withLock({ $0 }) else { return true }
        for stream in sources.context.streams.all { stream.settle() }
        for stream in sources.context.events.all { stream.settle() }
        return (1...2).allSatisfy { _ in probe(path, within: timeout / 2) == .answered }
    }

    private func launch() throws(ServerError) -> (Running, [ListenAddress]) {
        var listeners: [Listener] = []
        for address in configuration.listeners {
            listeners.append(
                try Listener.open(
                    address,
                    UnixSocketAccess(mode: configuration.unixSocketMode, group: configuration.unixSocketGroup)
                )
            )
        }
        let context = try ServerContext(configuration, responder: responder, clock: clock)
        let count = HTTPServer.workerCount(configuration.workers)
        let pool = try ItemPool(threads: count, clock: clock)
        let workers = try WorkerSet(context, count: count, pool: pool)
        let addresses = listeners.map(\.address)
        let eventThread = try PlatformThread {
            var loop = EventLoop(context)
            loop.run()
        }
        let acceptor: PlatformThread
        do throws(ServerError) {
            acceptor = try PlatformThread { [listeners, workers] in
                var acceptor = Acceptor(context, workers: workers, listeners: listeners)
                acceptor.run()
            }
        } catch {
            _ = context.events.close()
            eventThread.join()
            throw error
        }
        sources.withLock { $0 = (context, workers) }
        let running = Running(
            context: context,
            workers: workers,
            acceptor: acceptor,
            eventThread: eventThread,
            pool: pool
        )
        return (running, addresses)
    }

    private static func end(_ running: Running, deadline: Duration) -> DrainResult {
        let answers = { running.workers.counters.reduce(0) { $0 + $1.answers.value } }
        let before = answers()
        running.context.drain(until: running.context.clock.milliseconds + deadline.wholeMilliseconds)
        for stream in running.context.events.close() { stream.end(as: .shutdown) }
        // The acceptor ends last, at the deadline, so a process that exits before it leaves no ended thread to join.
        running.eventThread.join()
        running.acceptor.join()
        // Count before the stop, since workers then close the connections of requests in progress.
        let cut = running.context.table.connections { [.receiving, .answering].contains($0.phase.kind) }.count
        running.context.stop()
        running.workers.stop()
        let unfinished = running.pool.stop()
        let cutBatches = running.context.counters.cutBatches.value
        let cutAnswers = running.workers.counters.reduce(0) { $0 + $1.cutAnswers.value }
        return DrainResult(
            finished: answers() - before - cutAnswers,
            cut: cut + cutAnswers + max(cutBatches, unfinished)
        )
    }

    /// Returns the number of workers for a configured value; 0 means one per processor available to the process.
    package static func workerCount(_ configured: Int) -> Int {
        configured > 0 ? configured : max(1, Int(cmicrohttpdshims_usable_cores()))
    }
}
