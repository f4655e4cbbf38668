import Glibc
import Synchronization

/// A thread pool that answers items of batches in FIFO order.
///
/// The threads have a lower priority than worker threads, so that batches hardly delay single requests. Each batch
/// queues at most ``width`` items at a time, so that concurrent batches alternate.
final class ItemPool: Sendable {
    /// The nice value of the threads, if the system permits it: a third of the weight of other threads.
    private static let niceness: Int32 = 5
    /// How long ``stop()`` waits for items that are being answered, in milliseconds.
    private static let stopTimeout: UInt64 = 2000

    /// The state shared by the pool and its threads; running threads retain it.
    private final class Queue: Sendable {
        let waiting = Locked(FIFOQueue<@Sendable () -> Void>())
        let available = Semaphore()
        let isStopped = Atomic(false)
        let working = Atomic(0)

        func run() {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
            while true {
                available.wait()
                if isStopped.load(ordering: .acquiring) { break }
                waiting.withLock { $0.popFirst() }?()
            }
            working.subtract(1, ordering: .releasing)
        }
    }

    private let queue = Queue()
    private let threads: [PlatformThread]

    init(threads count: Int) throws(ServerError) {
        var threads: [PlatformThread] = []
        for _ in 0..<count {
            queue.working.add(1, ordering: .relaxed)
            threads.append(try PlatformThread { [queue] in queue.run() })
        }
        self.threads = threads
    }

    /// The maximum number of items of one batch in progress: enough to keep all threads busy.
    var width: Int { threads.count * 16 }

    /// Adds work, unless the pool has stopped: queued work keeps its batch, which keeps the pool.
    func add(_ work: @escaping @Sendable () -> Void) {
        queue.waiting.withLock { waiting in
            if !queue.isStopped.load(ordering: .acquiring) { waiting.append(work) }
        }
        queue.available.signal()
    }

    /// Stops the threads and discards queued work.
    ///
    /// - Returns: the number of threads that did not finish in time and were therefore detached.
    func stop() -> Int {
        queue.isStopped.store(true, ordering: .releasing)
        for _ in threads { queue.available.signal() }
        let deadline = MonotonicClock.milliseconds + Self.stopTimeout
        while queue.working.load(ordering: .acquiring) > 0, MonotonicClock.milliseconds < deadline { usleep(1000) }
        let left = queue.working.load(ordering: .acquiring)
        for thread in threads { left > 0 ? thread.detach() : thread.join() }
        queue.waiting.withLock { $0.removeAll() }
        return left
    }
}
