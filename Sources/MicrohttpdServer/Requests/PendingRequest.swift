import CMicrohttpd

/// A request whose response a task computes: the executor of this task, and the connection that waits for it.
///
/// The jobs of the task run on the worker's thread, within callbacks of libmicrohttpd (``RequestQueue``). While the task waits,
/// it has no job, and the connection is suspended; the next job resumes it. A request that is over passes its jobs to the
/// pool, so that a canceled task always ends.
///
/// `@unchecked Sendable`: `state` is accessed only with the lock. `isQueued` is accessed only on the worker's thread, as is
/// `connection`, except for its constants.
final class PendingRequest: TaskExecutor, @unchecked Sendable {
    /// The next action of the worker for the connection.
    enum Step {
        /// The task has jobs to run.
        case run
        case respond(HTTPResponse)
        case fail(HTTPFailure)
        /// The client has disconnected.
        case close
        /// The connection is suspended.
        case wait
    }

    private enum End {
        case response(HTTPResponse)
        case failure(HTTPFailure)
        case abandoned
    }

    /// The jobs of a task: usually one at a time, for which no array is allocated.
    private struct Jobs {
        private var first: UnownedJob?
        private var others: [UnownedJob] = []

        var isEmpty: Bool { first == nil }

        mutating func append(_ job: UnownedJob) {
            if first == nil { first = job } else { others.append(job) }
        }

        mutating func popFirst() -> UnownedJob? {
            defer { first = others.isEmpty ? nil : others.removeFirst() }
            return first
        }
    }

    private struct State {
        var task: Task<Void, Never>?
        var jobs = Jobs()
        var suspension: SuspendedConnection?
        /// The end of the request; nil while the task computes, and after the worker has taken it.
        var end: End?
        /// Whether nothing of the task is needed any more, because its end was determined.
        var isOver = false
        /// Whether the request is in the table of those that wait.
        var isWaiting = false
        /// The time at which the request is answered with an error, in milliseconds of ``ServerClock``; nil for no limit.
        var deadline: UInt64?
    }

    /// The length of the request's body in bytes.
    let byteCount: Int
    /// Whether the request is in the worker's ``RequestQueue``.
    var isQueued = false
    private let connection: Connection
    private let context: ServerContext
    private let pool: ItemPool
    private let lock: Locked<UInt8>
    private var state = State()

    /// Creates the request; ``start(_:)`` must follow.
    ///
    /// The requests of a worker share a lock.
    init(on connection: Connection, byteCount: Int, context: ServerContext, pool: ItemPool, lock: Locked<UInt8>) {
        self.connection = connection
        self.byteCount = byteCount
        self.context = context
        self.pool = pool
        self.lock = lock
    }

    private func withState<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        lock.withLock { _ in body(&state) }
    }

    /// Starts the task that computes the response; its first job waits in this executor.
    func start(_ compute: @escaping HTTPAnswer<HTTPResponse>.Computation) {
        let task = Task(executorPreference: self) { [self] in
            // The client may have disconnected before the first job.
            guard !Task.isCancelled else { return }
            do throws(HTTPFailure) {
                finish(.response(try await compute(self)))
            } catch {
                finish(.failure(error))
            }
        }
        withState { $0.task = task }
    }

    private func finish(_ end: End) {
        withState { state in
            guard !state.isOver else { return }
            // The task is about to end, and need not be canceled.
            (state.end, state.isOver, state.task) = (end, true, nil)
        }
    }
}

// MARK: The executor

extension PendingRequest {
    /// Accepts a job of the task, from any thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isOver, suspension) = withState { state -> (Bool, SuspendedConnection?) in
            // Until the end is determined, the connection exists, and its worker runs the job.
            guard !state.isOver else { return (true, nil) }
            state.jobs.append(job)
            defer { state.suspension = nil }
            return (false, state.suspension)
        }
        if isOver { pool.run(job, on: self) }
        guard let suspension else { return }
        context.counters.resumedByAnswer.increment()
        suspension.resume()
    }

    /// Runs the next job of the task on the worker's thread; returns false if there is none.
    func runJob() -> Bool {
        guard let job = withState({ $0.jobs.popFirst() }) else { return false }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}

// MARK: On the worker's thread

extension PendingRequest {
    /// Returns the next action; suspends the connection if the task waits.
    ///
    /// Call this only in a callback for the connection.
    func next(suspending handle: OpaquePointer) -> Step {
        withState { state in
            defer { state.end = nil }
            switch state.end {
            case .response(let response): return .respond(response)
            case .failure(let failure): return .fail(failure)
            case .abandoned: return .close
            case nil: break
            }
            guard state.jobs.isEmpty else { return .run }
            state.suspension = unsafe SuspendedConnection(suspending: handle)
            return .wait
        }
    }

    /// Cancels the task, whose remaining jobs run elsewhere, because the connection ends or the response was taken.
    func abandon() {
        var (jobs, isWaiting) = (Jobs(), false)
        let task = withState { state in
            defer { (state.task, state.jobs, state.isWaiting) = (nil, Jobs(), false) }
            (jobs, isWaiting) = (state.jobs, state.isWaiting)
            (state.isOver, state.end) = (true, nil)
            return state.task
        }
        task?.cancel()
        if isWaiting { context.suspensions.remove(self) }
        while let job = jobs.popFirst() { pool.run(job, on: self) }
    }
}

// MARK: Waiting

extension PendingRequest: HTTPWaiting {
    var workExecutor: (any TaskExecutor)? { pool }

    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {
        let isOver = withState { state in
            if state.isOver { return true }
            // An earlier wait of the same request keeps its deadline.
            let end = state.deadline ?? context.clock.milliseconds + context.waitMilliseconds
            state.deadline = wait.hasTimeLimit ? end : nil
            return false
        }
        // Such a task may run on a thread of the pool, and must not touch the connection.
        guard !isOver else { throw .stoppedSuspension }
        connection.place = try context.places.take(wait, keeping: connection.place)
        guard connection.lease.resize(to: wait.heldBytes) else { throw .outOfBuffers }
        withState { $0.isWaiting = true }
        try context.suspensions.admit(self)
    }

    func endWait() throws(HTTPFailure) {
        context.suspensions.remove(self)
        let isOver = withState { state in
            state.isWaiting = false
            return state.isOver
        }
        guard !isOver else { throw .stoppedSuspension }
    }
}

// MARK: On the acceptor's thread

extension PendingRequest {
    /// The socket of the connection; valid while the request waits.
    var descriptor: Int32 { connection.descriptor }

    /// Whether the end of the client's input means that the client has disconnected.
    ///
    /// A client that closes a TCP connection and one that only finishes sending both send FIN. For a Unix socket, the
    /// kernel reports the difference.
    var endsWithInput: Bool { if case .ip = connection.peer { true } else { false } }

    func isOverdue(at now: UInt64) -> Bool { withState { $0.deadline.map { $0 <= now } ?? false } }

    /// Ends a waiting request: with a failure, or without a response if the client has disconnected (nil).
    ///
    /// Does nothing if the task has determined the end before.
    func end(_ failure: HTTPFailure?) {
        let (task, suspension) = withState { state -> (Task<Void, Never>?, SuspendedConnection?) in
            guard !state.isOver else { return (nil, nil) }
            (state.isOver, state.end) = (true, failure.map { .failure($0) } ?? .abandoned)
            defer { state.suspension = nil }
            return (state.task, state.suspension)
        }
        guard let task else { return }
        context.suspensions.remove(self)
        task.cancel()
        guard let suspension else { return }
        context.counters.countEndedWait(by: failure)
        suspension.resume()
    }
}
