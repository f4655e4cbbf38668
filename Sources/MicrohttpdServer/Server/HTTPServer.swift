import CMicrohttpdShims

/// An HTTP/1.1 server: one acceptor deals connections to workers, each a libmicrohttpd daemon with a thread of its own.
///
/// SIGPIPE is never raised by it: everything is sent with MSG_NOSIGNAL, and its threads block every signal.
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
        let pool: ItemPool
    }

    private let configuration: ServerConfiguration
    private let responder: any HTTPResponder
    private let state = Locked(State.ready)
    /// What the figures are read from: `state` is locked for as long as a drain lasts.
    private let sources = Locked<(context: ServerContext, workers: WorkerSet)?>(nil)

    /// A server that does not listen yet.
    package init(configuration: ServerConfiguration, responder: any HTTPResponder) {
        self.configuration = configuration
        self.responder = responder
    }

    /// Ends at once, cutting whatever is under way; ``drain(deadline:)`` first is kinder.
    deinit {
        _ = drain(deadline: .zero)
    }

    /// Listens and serves from now on.
    ///
    /// - Returns: the addresses really bound, in the order configured: with the port the kernel chose for port 0, and
    ///   with what an inherited socket is bound to.
    /// - Throws: ``ServerError``; nothing is left listening then. Code `alreadyStarted` on a second call.
    package func start() throws(ServerError) -> [ListenAddress] {
        try state.withLock { state throws(ServerError) in
            guard case .ready = state else {
                throw ServerError(code: .alreadyStarted, address: nil, reason: "the server was started before")
            }
            let (running, addresses) = try launch()
            state = .running(running)
            return addresses
        }
    }

    /// Stops accepting at once, lets every accepted request finish, and ends.
    ///
    /// Answers end their connections from now on; an idle connection has 250 ms left to send a request. Must not be
    /// called by the responder. A responder that has not come back at the deadline is left running on its thread.
    ///
    /// - Parameter deadline: how long to wait for requests under way; 0 cuts them.
    /// - Returns: how many requests were finished and cut; the same again when called again.
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

    /// What the server has done so far, also after it ended.
    package var figures: ServerFigures {
        var figures = ServerFigures()
        guard let sources = sources.withLock({ $0 }) else { return figures }
        figures.connections = sources.context.table.count
        figures.batches = sources.context.streams.count
        figures.bufferedBytes = sources.context.buffers.heldBytes
        for counters in [sources.context.counters] + sources.workers.counters { counters.add(to: &figures) }
        return figures
    }

    private func launch() throws(ServerError) -> (Running, [ListenAddress]) {
        var listeners: [Listener] = []
        for address in configuration.listeners {
            listeners.append(try Listener.open(address, unixSocketMode: configuration.unixSocketMode))
        }
        let context = try ServerContext(configuration, responder: responder)
        let count = HTTPServer.workerCount(configuration.workers)
        let pool = try ItemPool(threads: count)
        let workers = try WorkerSet(context, count: count, pool: pool)
        let addresses = listeners.map(\.address)
        let acceptor = try PlatformThread { [listeners, workers] in
            var acceptor = Acceptor(context, workers: workers, listeners: listeners)
            acceptor.run()
        }
        sources.withLock { $0 = (context, workers) }
        return (Running(context: context, workers: workers, acceptor: acceptor, pool: pool), addresses)
    }

    private static func end(_ running: Running, deadline: Duration) -> DrainResult {
        let answers = { running.workers.counters.reduce(0) { $0 + $1.answers.value } }
        let before = answers()
        running.context.drain(until: MonotonicClock.milliseconds + deadline.wholeMilliseconds)
        running.acceptor.join()
        running.context.stop()
        let cut = running.context.table.connections { [.receiving, .answering].contains($0.phase.kind) }.count
        running.workers.stop()
        let unfinished = running.pool.stop()
        let cutBatches = running.context.counters.cutBatches.value
        return DrainResult(finished: answers() - before, cut: cut + max(cutBatches, unfinished))
    }

    /// How many workers a configured number means: 0 is one for each core that the process may use.
    package static func workerCount(_ configured: Int) -> Int {
        configured > 0 ? configured : max(1, Int(cmicrohttpdshims_usable_cores()))
    }
}
