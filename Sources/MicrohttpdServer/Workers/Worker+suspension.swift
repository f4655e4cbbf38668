import CMicrohttpd

/// Handles requests that are answered later; called only on the worker's own thread.
extension Worker {
    /// Starts the work for a later answer, and suspends the connection unless the answer is available at once.
    func suspend(
        until later: LaterAnswer,
        _ wait: HTTPWait,
        _ start: (HTTPPromise<HTTPResponse>) -> Void,
        on connection: Connection,
        handle: OpaquePointer
    ) -> MHD_Result {
        do throws(HTTPFailure) {
            connection.place = try context.places.take(wait, keeping: connection.place)
            guard connection.lease.resize(to: wait.heldBytes) else { throw .outOfBuffers }
            try context.suspensions.admit(later)
        } catch {
            return unsafe queue(error, on: connection, handle: handle)
        }
        connection.later = later
        start(later.promise())
        return unsafe later.suspend(handle) ? .YES : finish(later, on: connection, handle: handle)
    }

    /// Continues with a request whose connection was resumed.
    func finish(_ later: LaterAnswer, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        switch later.takeResolution() {
        case nil: return .YES
        case .fulfilled(.answer(let response)):
            // Release the response, since libmicrohttpd has a copy.
            connection.later = nil
            return unsafe queue(response, closing: false, on: connection, handle: handle)
        case .fulfilled(.step(let step)):
            guard !context.isStopping else { return .NO }
            return unsafe advance(.step(step), answering: later.byteCount, on: connection, handle: handle)
        case .fulfilled(.released): return unsafe queue(.answerMissing, on: connection, handle: handle)
        case .failed(let failure): return unsafe queue(failure, on: connection, handle: handle)
        case .abandoned: return .NO
        }
    }

    private func queue(_ failure: HTTPFailure, on connection: Connection, handle: OpaquePointer) -> MHD_Result {
        if case .stoppedWhileSuspended = failure { connection.isCut = true }
        let response = response(for: .failure(failure), on: connection)
        return unsafe queue(response, closing: false, on: connection, handle: handle)
    }
}
