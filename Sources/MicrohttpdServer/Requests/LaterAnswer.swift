import CMicrohttpd

/// The response to a request whose connection is suspended until the response, or the failure to provide one, is known.
final class LaterAnswer: Sendable {
    /// The reason to resume the connection.
    enum Resolution: Sendable {
        case fulfilled(HTTPFulfillment<HTTPResponse>)
        case failed(HTTPFailure)
        /// The client has disconnected.
        case abandoned
    }

    private enum State {
        /// The connection is not suspended yet.
        case starting
        case suspended(SuspendedConnection)
        case resolved(Resolution)
        case taken
    }

    /// The length of the request's body in bytes.
    let byteCount: Int
    /// The time at which the request is answered with an error, in milliseconds of ``MonotonicClock``; nil for no limit.
    let deadline: UInt64?
    /// The socket of the connection; valid while the answer is not resolved.
    let descriptor: Int32
    /// Whether the end of the client's input means that the client has disconnected.
    ///
    /// A client that closes a TCP connection and one that only finishes sending both send FIN. For a Unix socket, the
    /// kernel reports the difference.
    let endsWithInput: Bool
    private let context: ServerContext
    private let abandonment = HTTPAbandonment()
    private let state = Locked(State.starting)

    /// Creates the answer for a connection; an earlier wait of the same request keeps its deadline.
    init(on connection: Connection, answering byteCount: Int, _ wait: HTTPWait, context: ServerContext) {
        self.byteCount = byteCount
        self.context = context
        descriptor = connection.descriptor
        endsWithInput = if case .ip = connection.peer { true } else { false }
        let end = MonotonicClock.milliseconds + context.waitMilliseconds
        deadline = wait.hasTimeLimit ? connection.later?.deadline ?? end : nil
    }

    /// Returns the promise that resolves this answer; call this once.
    func promise() -> HTTPPromise<HTTPResponse> {
        HTTPPromise(abandonment) { [self] fulfillment in
            if case .released = fulfillment {
                resolve(.failed(.answerMissing))
            } else {
                resolve(.fulfilled(fulfillment))
            }
        }
    }

    /// Suspends the connection, in its callback; returns false if the answer is already resolved.
    func suspend(_ handle: OpaquePointer) -> Bool {
        state.withLock { state in
            guard case .starting = state else { return false }
            state = .suspended(unsafe SuspendedConnection(suspending: handle))
            return true
        }
    }

    /// Stores the first resolution and resumes the connection; ignores all others.
    func resolve(_ resolution: Resolution) {
        let earlier = state.withLock { state in
            let earlier = state
            switch earlier {
            case .resolved, .taken: return State?.none
            case .starting, .suspended: state = .resolved(resolution)
            }
            return earlier
        }
        guard let earlier else { return }
        context.suspensions.remove(self)
        if case .suspended(let connection) = earlier {
            context.counters.count(resolution)
            connection.resume()
        }
        if case .fulfilled = resolution { abandonment.discard() } else { abandonment.abandon() }
    }

    /// Removes and returns the resolution, which can refer to much memory; nil while the connection is suspended, and
    /// afterwards.
    func takeResolution() -> Resolution? {
        state.withLock { state in
            guard case .resolved(let resolution) = state else { return nil }
            state = .taken
            return resolution
        }
    }
}
