import Glibc

/// The workers of the server: the configured number, and further ones when all workers are full.
///
/// MHD_epoll of libmicrohttpd 0.9.75 requests 128 events at a time. If 128 events arrive, it waits for more before it
/// handles any. Therefore, each daemon has fewer than 128 connections, and further connections get further daemons.
final class WorkerSet: Sendable {
    /// The maximum number of connections per worker; of the 127 events, one is the daemon's own and one a probe's.
    static let connectionsEach = 125
    /// How long ``stop()`` waits for the workers to close their connections, in milliseconds.
    private static let stopTimeout: UInt64 = 500

    private struct State {
        var workers: [Worker] = []
        /// The counters of all workers, kept after the workers have stopped.
        var counters: [ServerCounters] = []
        var turn = 0

        mutating func add(_ worker: Worker) {
            workers.append(worker)
            counters.append(worker.counters)
        }

        /// Returns the worker with the fewest connections; alternates between equally loaded ones.
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

    /// Starts the given number of workers, at least one.
    init(_ context: ServerContext, count: Int, pool: ItemPool) throws(ServerError) {
        self.context = context
        self.pool = pool
        for index in 0..<max(count, 1) {
            let worker = try Worker(context, index: index, pool: pool)
            state.withLock { $0.add(worker) }
        }
    }

    /// Assigns a connection in the table to a worker; on failure, closes the connection and returns false.
    ///
    /// Called only by the acceptor.
    func assign(_ connection: Connection, from address: SocketAddress) -> Bool {
        let (least, count) = state.withLock { ($0.leastLoaded(), $0.workers.count) }
        guard least.load.value >= Self.connectionsEach else { return least.take(connection, from: address) }
        do throws(ServerError) {
            let worker = try Worker(context, index: count, pool: pool)
            state.withLock { $0.add(worker) }
            return worker.take(connection, from: address)
        } catch {
            // The system is out of threads or descriptors.
            close(connection.descriptor)
            return false
        }
    }

    /// The running workers.
    var all: [Worker] { state.withLock { $0.workers } }

    var counters: [ServerCounters] { state.withLock { $0.counters } }

    /// Stops all workers and closes their connections; see ``Worker/stop()``.
    ///
    /// Call `context.stop()` first, and do not call ``assign(_:from:)`` any more.
    func stop() {
        let workers = state.withLock { state in
            defer { state.workers = [] }
            return state.workers
        }
        let deadline = context.clock.milliseconds + Self.stopTimeout
        while workers.contains(where: { $0.load.value > 0 }), context.clock.milliseconds < deadline {
            // Shut down repeatedly, since libmicrohttpd misses an end of input that arrives together with bytes.
            for connection in context.table.connections(where: { _ in true }) {
                context.table.end(connection, sending: [])
            }
            usleep(1000)
        }
        for worker in workers { worker.stop() }
    }
}
