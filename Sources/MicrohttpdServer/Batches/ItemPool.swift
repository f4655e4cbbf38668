import Glibc
import Synchronization

/// The threads that answer items of batches, first come, first served.
///
/// They are other threads than those that serve connections, and the scheduler prefers those to these: a request by
/// itself never waits behind a batch for more than its share of a core. A batch has only its window's width of items in
/// the queue at once, so that batches take turns.
final class ItemPool: Sendable {
    /// The nice value of the threads, where the system lets them have it: a third of the weight of other threads.
    private static let niceness: Int32 = 5
    /// How long the end waits for an item that is being answered, in milliseconds.
    private static let patience: UInt64 = 2000

    /// What the threads share with the pool, and keep while they work.
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

    /// Starts the threads.
    init(threads count: Int) throws(ServerError) {
        var threads: [PlatformThread] = []
        for _ in 0..<count {
            queue.working.add(1, ordering: .relaxed)
            threads.append(try PlatformThread { [queue] in queue.run() })
        }
        self.threads = threads
    }

    /// How many items of one batch may be under way: enough that no thread waits while answers are put in order.
    var width: Int { threads.count * 16 }

    /// Lets a thread do this when its turn comes.
    func add(_ work: @escaping @Sendable () -> Void) {
        queue.waiting.withLock { $0.append(work) }
        queue.available.signal()
    }

    /// Ends the threads; what waits is dropped.
    ///
    /// - Returns: how many threads did not come back in time and are left to themselves.
    func stop() -> Int {
        queue.isStopped.store(true, ordering: .releasing)
        for _ in threads { queue.available.signal() }
        let deadline = MonotonicClock.milliseconds + Self.patience
        while queue.working.load(ordering: .acquiring) > 0, MonotonicClock.milliseconds < deadline { usleep(1000) }
        let left = queue.working.load(ordering: .acquiring)
        for thread in threads { left > 0 ? thread.detach() : thread.join() }
        queue.waiting.withLock { $0.removeAll() }
        return left
    }
}
