/// The response to a request whose connection is suspended until the responder provides the response.
final class DeferredAnswer: Sendable {
    private enum State {
        case waiting(SuspendedConnection)
        case provided(HTTPResponse?)
    }

    private let state: Locked<State>

    init(_ connection: SuspendedConnection) {
        state = Locked(.waiting(connection))
    }

    /// Stores the response, or nil if there will be none, and resumes the connection; call this exactly once.
    func provide(_ response: HTTPResponse?) {
        let suspended: SuspendedConnection? = state.withLock { state in
            guard case .waiting(let connection) = state else { return nil }
            state = .provided(response)
            return connection
        }
        suspended?.resume()
    }

    /// Whether ``provide(_:)`` was called.
    var isProvided: Bool {
        state.withLock { state in
            if case .provided = state { true } else { false }
        }
    }

    /// The response; nil while the connection is suspended, or if the responder provided none.
    var response: HTTPResponse? {
        state.withLock { state in
            if case .provided(let response) = state { response } else { nil }
        }
    }
}
