import Synchronization
import SystemThreads

/// Runs a function on several threads, and passes the results to the caller in the order of the inputs.
///
/// The number of inputs in progress, and of results that wait for an earlier one, is limited.
final class OrderedWork<Input: Sendable, Output: Sendable>: Sendable {
    private struct Progress {
        var results: [Int: Output] = [:]
        /// The number of all inputs; nil until the end of the inputs is known.
        var total: Int?
    }

    private let window: Int
    /// The number of inputs taken so far; negative after the end.
    ///
    /// A thread that waits for an input holds the lock.
    private let taken = Mutex(0)
    /// Whether a delivery has failed.
    private let hasFailed = Atomic(false)
    private let next: @Sendable () -> Input?
    private let body: @Sendable (Input) -> Output
    private let progress = Mutex(Progress())
    private let freePlaces = Semaphore()
    private let arrivals = Semaphore()

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - window: The maximum number of inputs in progress and results that wait.
    ///   - next: Returns the next input, or nil at the end; only one thread calls it at a time.
    ///   - body: Computes a result.
    init(window: Int, next: @escaping @Sendable () -> Input?, body: @escaping @Sendable (Input) -> Output) {
        (self.window, self.next, self.body) = (window, next, body)
        for _ in 0..<window { freePlaces.signal() }
    }

    /// Runs the work, and delivers each result on the calling thread.
    ///
    /// - Throws: ``CommandFailure`` if no thread can be started, or the error of the delivery. Then other threads still
    ///   complete, or wait for, the inputs in progress, and take no others.
    func run(threads: Int, deliver: (Output) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let workers = try startedWorkers(threads)
        defer { for worker in workers { worker.detach() } }
        var position = 0
        while let result = awaited(position) {
            do throws(CommandFailure) {
                try deliver(result)
            } catch {
                hasFailed.store(true, ordering: .relaxed)
                throw error
            }
            position += 1
            freePlaces.signal()
        }
    }

    private func startedWorkers(_ count: Int) throws(CommandFailure) -> [PlatformThread] {
        var workers: [PlatformThread] = []
        for _ in 0..<count {
            guard let worker = try? PlatformThread.start({ self.work() }) else { break }
            workers.append(worker)
        }
        guard workers.isEmpty else { return workers }
        throw CommandFailure(["no thread can be started: the process has too many"], status: .usage)
    }

    private func work() {
        while true {
            freePlaces.wait()
            guard let (position, input) = claimed() else { break }
            let result = body(input)
            progress.withLock { $0.results[position] = result }
            arrivals.signal()
        }
        // The other threads see the end too.
        freePlaces.signal()
        arrivals.signal()
    }

    /// Takes the next input; nil at the end.
    private func claimed() -> (position: Int, input: Input)? {
        taken.withLock { count in
            guard count >= 0, !hasFailed.load(ordering: .relaxed) else { return nil }
            guard let input = next() else {
                let total = count
                progress.withLock { $0.total = total }
                count = -1
                return nil
            }
            count += 1
            return (count - 1, input)
        }
    }

    /// Waits for the result at a position; nil if there is none.
    private func awaited(_ position: Int) -> Output? {
        while true {
            let (result, isEnd) = progress.withLock { ($0.results.removeValue(forKey: position), $0.total == position) }
            if result != nil || isEnd { return result }
            arrivals.wait()
        }
    }
}
