import Dispatch
import Synchronization

/// Runs the jobs of one task on the thread that waits for it.
///
/// Tests occupy the threads of the language's own executor, so a task there might never run.
package final class CallingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    /// Creates an executor for one task.
    package init() {}

    /// Accepts a job of the task, from any thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    /// Returns the result of a task; a canceled one finds out that it is.
    package func run<Value: Sendable>(
        isCanceled: Bool = false,
        _ body: @escaping @Sendable () async -> Value
    ) -> Value {
        let result = CallResult<Value>()
        let task = Task(executorPreference: self) {
            let value = await body()
            result.value.withLock { $0 = .some(value) }
        }
        if isCanceled { task.cancel() }
        while true {
            if let value = result.value.withLock({ $0 }) { return value }
            available.wait()
            if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }
}

private final class CallResult<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
