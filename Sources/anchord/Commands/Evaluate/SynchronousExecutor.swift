import Synchronization
import SystemThreads

/// Runs the jobs of one task on the thread that waits for its result.
final class SynchronousExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = Semaphore()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    /// Runs a task, and returns its result.
    func result<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let box = ResultBox<Value>()
        Task(executorPreference: self) { box.set(await body()) }
        while true {
            arrivals.wait()
            guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            if let value = box.value { return value }
        }
    }
}

private final class ResultBox<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? { state.withLock { $0 } }

    func set(_ value: Value) { state.withLock { $0 = value } }
}
