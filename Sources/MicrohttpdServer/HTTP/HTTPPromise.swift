/// The obligation to provide one answer later, from any thread.
///
/// Only the first fulfillment counts. If the promise is released without one, the client receives status 500.
package final class HTTPPromise<Answer: Sendable>: Sendable {
    private let receiver: Locked<(@Sendable (HTTPFulfillment<Answer>) -> Void)?>
    private let abandonment: HTTPAbandonment

    /// Creates a promise; the receiver is called exactly once, with `released` if the promise is never fulfilled.
    package init(
        _ abandonment: HTTPAbandonment = HTTPAbandonment(),
        _ receiver: @escaping @Sendable (HTTPFulfillment<Answer>) -> Void
    ) {
        self.abandonment = abandonment
        self.receiver = Locked(receiver)
    }

    deinit {
        takeReceiver()?(.released)
    }

    /// Provides the answer.
    package func fulfill(_ answer: Answer) {
        takeReceiver()?(.answer(answer))
    }

    /// Provides the computation of the answer, which the server runs on its own thread.
    ///
    /// The computation may have further steps, and may wait again.
    package func fulfill(running step: @escaping @Sendable () -> HTTPProgress<Answer>) {
        takeReceiver()?(.step(step))
    }

    /// Calls the action once if the answer is no longer needed; calls it immediately if that is already known.
    ///
    /// The client has disconnected, the time limit has passed, the server stops, or the promise was released. The action
    /// must return at once, since it usually runs on a thread of the server. After a fulfillment, it is never called.
    package func whenAbandoned(_ action: @escaping @Sendable () -> Void) {
        abandonment.add(action)
    }

    /// Returns a promise for another type, whose answer becomes this promise's answer on the server's thread.
    package func accepting<Other>(_ transform: @escaping @Sendable (Other) -> Answer) -> HTTPPromise<Other> {
        HTTPPromise<Other>(abandonment) { [self] fulfillment in
            switch fulfillment {
            case .answer(let other): fulfill { .answer(transform(other)) }
            case .step(let step): fulfill { step().map(transform) }
            case .released: takeReceiver()?(.released)
            }
        }
    }

    private func takeReceiver() -> (@Sendable (HTTPFulfillment<Answer>) -> Void)? {
        receiver.withLock { receiver in
            defer { receiver = nil }
            return receiver
        }
    }
}

/// The end of a promise.
package enum HTTPFulfillment<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// The computation of the answer.
    case step(@Sendable () -> HTTPProgress<Answer>)
    /// The promise was released without an answer.
    case released
}

/// The actions to run when an answer is no longer needed.
package final class HTTPAbandonment: Sendable {
    private enum State {
        case awaited([@Sendable () -> Void])
        case abandoned
        case answered
    }

    private let state = Locked(State.awaited([]))

    /// Creates an empty list of actions.
    package init() {}

    func add(_ action: @escaping @Sendable () -> Void) {
        let isAbandoned = state.withLock { state in
            switch state {
            case .awaited(let actions):
                state = .awaited(actions + [action])
                return false
            case .abandoned: return true
            case .answered: return false
            }
        }
        if isAbandoned { action() }
    }

    /// Runs the actions, unless the answer was provided before.
    func abandon() {
        for action in take(.abandoned) { action() }
    }

    /// Releases the actions, since the answer was provided.
    func discard() {
        _ = take(.answered)
    }

    private func take(_ next: State) -> [@Sendable () -> Void] {
        state.withLock { state in
            guard case .awaited(let actions) = state else { return [] }
            state = next
            return actions
        }
    }
}
