import Glibc
import Synchronization
import SystemThreads

/// A thread pool that answers items of batches in FIFO order: the executor of their tasks, and of other long work.
///
/// The threads have a lower priority than worker threads, so that batches hardly delay single requests. Each batch
/// queues at most ``width`` items at a time, so that concurrent batches alternate.
final class ItemPool: TaskExecutor {
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
    private let clock: ServerClock

    init(threads count: Int, clock: ServerClock) throws(ServerError) {
        self.clock = clock
        var threads: [PlatformThread] = []
        for _ in 0..<count {
            queue.working.add(1, ordering: .relaxed)
            threads.append(try PlatformThread { [queue] in queue.run() })
        }
        self.threads = threads
    }

    /// The maximum number of items of one batch in progress: enough to keep all threads busy.
    var width: Int { threads.count * 16 }

    /// Adds work, unless the pool has stopped.
    func add(_ work: @escaping @Sendable () -> Void) {
        if append(work) { queue.available.signal() }
    }

    /// Accepts a job of a task that answers an item, or does long work.
    func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job), on: self) }

    /// Runs a job, of a task of this pool or of a request that is over.
    ///
    /// A task is freed only if its jobs run. After the pool has stopped, a canceled task has a thread of its own for its end.
    func run(_ job: UnownedJob, on executor: some TaskExecutor) {
        let work: @Sendable () -> Void = {
            unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
        if append(work) {
            queue.available.signal()
        } else {
            // Without a thread, the process ends with the task.
            (try? PlatformThread(work))?.detach()
        }
    }

    /// Adds work to the queue; returns false if the pool has stopped.
    private func append(_ work: @escaping @Sendable () -> Void) -> Bool {
        queue.waiting.withLock { waiting in
            guard !queue.isStopped.load(ordering: .acquiring) else { return false }
            waiting.append(work)
            return true
        }
    }

    /// Stops the threads, and then runs what is left in the queue: the batches have ended, so it is little work.
    ///
    /// - Returns: the number of threads that did not finish in time and were therefore detached.
    func stop() -> Int {
        // With the lock, so that no work is added afterwards.
        queue.waiting.withLock { _ in queue.isStopped.store(true, ordering: .releasing) }
        for _ in threads { queue.available.signal() }
        let deadline = clock.milliseconds + Self.stopTimeout
        while queue.working.load(ordering: .acquiring) > 0, clock.milliseconds < deadline { usleep(1000) }
        let left = queue.working.load(ordering: .acquiring)
        for thread in threads { left > 0 ? thread.detach() : thread.join() }
        while let work = queue.waiting.withLock({ $0.popFirst() }) { work() }
        return left
    }
}
