import Glibc

/// The workers: as many as configured, and more where they have more connections than they can take.
///
/// MHD_epoll of libmicrohttpd 0.9.75 asks for 128 events at a time and, when it gets them all, waits for more before it
/// handles any. So no daemon has as many connections as that: with more there are more daemons, each with its thread.
final class WorkerSet: Sendable {
    /// How many connections a worker takes, one event of the 128 being the daemon's own.
    static let connectionsEach = 126
    /// How long the end waits for the workers to close their connections, in milliseconds.
    private static let patience: UInt64 = 500

    private struct State {
        var workers: [Worker] = []
        /// Kept when the workers have gone.
        var counters: [ServerCounters] = []
        var turn = 0

        mutating func add(_ worker: Worker) {
            workers.append(worker)
            counters.append(worker.counters)
        }

        /// The worker with the fewest connections; equals take turns.
        mutating func leastLoaded() -> Worker {
            turn = (turn + 1) % workers.count
            var least = workers[turn]
            for offset in 1..<workers.count {
                let other = workers[(turn + offset) % workers.count]
                if other.load.value < least.load.value { least = other }
            }
            return least
        }
    }

    private let context: ServerContext
    private let pool: ItemPool
    private let state = Locked(State())

    /// Starts so many workers, one at least.
    init(_ context: ServerContext, count: Int, pool: ItemPool) throws(ServerError) {
        self.context = context
        self.pool = pool
        for index in 0..<max(count, 1) {
            let worker = try Worker(context, index: index, pool: pool)
            state.withLock { $0.add(worker) }
        }
    }

    /// Gives a connection that is in the table to a worker; false when none could take it, and it is closed.
    ///
    /// Called by the acceptor alone.
    func deal(_ connection: Connection, from address: SocketAddress) -> Bool {
        let (least, count) = state.withLock { ($0.leastLoaded(), $0.workers.count) }
        guard least.load.value >= Self.connectionsEach else { return least.take(connection, from: address) }
        do throws(ServerError) {
            let worker = try Worker(context, index: count, pool: pool)
            state.withLock { $0.add(worker) }
            return worker.take(connection, from: address)
        } catch {
            // No thread is left to be had.
            close(connection.descriptor)
            return false
        }
    }

    /// What each worker has done, also after it ended.
    var counters: [ServerCounters] { state.withLock { $0.counters } }

    /// Ends all workers, cutting whatever they still have; see ``Worker/stop()``.
    ///
    /// Nobody may deal any more, and `context.stop()` comes first.
    func stop() {
        let workers = state.withLock { state in
            defer { state.workers = [] }
            return state.workers
        }
        let deadline = MonotonicClock.milliseconds + Self.patience
        while workers.contains(where: { $0.load.value > 0 }), MonotonicClock.milliseconds < deadline {
            // Again each time: libmicrohttpd misses an end that arrives together with bytes.
            for connection in context.table.connections(where: { _ in true }) {
                context.table.end(connection, sending: [])
            }
            usleep(1000)
        }
        for worker in workers { worker.stop() }
    }
}
