import CMicrohttpd

/// Handles requests whose responses are computed by tasks; called only on the worker's own thread.
extension Worker {
    /// Starts a task, and runs its first jobs at once if the worker has no other connection.
    ///
    /// Otherwise, they run in a later turn of libmicrohttpd, which first reads from the other connections.
    func start(
        _ compute: @escaping HTTPAnswer<HTTPResponse>.Computation,
        byteCount: Int,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        let request = PendingRequest(
            on: connection,
            byteCount: byteCount,
            context: context,
            pool: pool,
            lock: requestLock
        )
        connection.pending = request
        request.start(compute)
        guard load.value > 1 else { return unsafe proceed(with: request, on: connection, handle: handle) }
        queue.add(request)
        return .YES
    }

    /// Runs jobs of the request with those of others, responds, or suspends the connection.
    ///
    /// libmicrohttpd repeats the call for this method in each turn until a response is queued or the connection is suspended.
    func proceed(with request: PendingRequest, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        while true {
            switch unsafe request.next(suspending: handle) {
            case .wait:
                // It is still queued if its jobs ran because the other connections ended. The queue's first request decides
                // when all run, and a suspended one has no turns.
                queue.remove(request)
                return .YES
            case .run:
                guard !context.isStopping else { return .NO }
                guard load.value > 1 else {
                    while request.runJob() {}
                    continue
                }
                queue.add(request)
                if queue.keepsWaiting(request) { return .YES }
                run(queue.takeNext())
            case .respond(let response):
                release(request, of: connection)
                return unsafe queue(response, closing: false, on: connection, handle: handle)
            case .fail(let failure):
                release(request, of: connection)
                if case .stoppedWhileSuspended = failure { connection.isCut = true }
                let response = response(for: .failure(failure), on: connection)
                return unsafe queue(response, closing: false, on: connection, handle: handle)
            case .close: return .NO
            }
        }
    }

    /// Runs the jobs of requests until all of them wait or have responses: one job of each in turn.
    private func run(_ requests: [PendingRequest]) {
        var isRunning = true
        while isRunning {
            isRunning = false
            for request in requests where request.runJob() { isRunning = true }
        }
    }

    /// Releases a request that is over.
    func release(_ request: PendingRequest, of connection: Connection) {
        connection.pending = nil
        queue.remove(request)
        request.abandon()
    }
}
