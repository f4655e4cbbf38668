import Synchronization

/// Runs the jobs of tasks at once, on the thread that adds the first one, so that a test need not wait for them.
///
/// A job that another one adds runs after it. When a thread resumes a task, and no other thread runs jobs, everything that
/// follows has happened when it continues.
package final class InlineExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Creates an executor without jobs.
    package init() {}

    /// Runs a job of a task, after those that were added before.
    package func enqueue(_ job: consuming ExecutorJob) {
        // The last job ends its task, which may have the only other reference.
        let own = unsafe Unmanaged.passRetained(self)
        defer { unsafe own.release() }
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        run {}
    }

    /// Keeps the following jobs until ``resume()``.
    package func suspend() { state.withLock { $0.isRunning = true } }

    /// Runs the jobs that were kept.
    package func resume() {
        state.withLock { $0.isRunning = false }
        run {}
    }

    /// Runs a body that may resume tasks, and then their jobs; the body itself may hold locks of the language.
    package func run(_ body: () -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        body()
        guard isFirst else { return }
        while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
