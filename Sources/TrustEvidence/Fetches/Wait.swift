import Synchronization

/// One wait for a value that someone else gives, which ends early if its task is canceled.
///
/// The language has no such wait: that for the value of another task, which others wait for too, does not end when the waiting
/// task is canceled.
package final class Wait<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value?, Never>)
        case ended(Value?)
    }

    private let state = Mutex(State.open)

    /// Creates a wait, for which one task may ask for the value.
    package init() {}

    /// Ends the wait with a value, or without one; only the first call has an effect.
    package func end(_ value: Value?) {
        let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            switch state {
            case .ended: return nil
            case .open:
                state = .ended(value)
                return nil
            case .waiting(let continuation):
                state = .ended(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// The value, as soon as the wait has ended; nil after a cancellation.
    package var value: Value? {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let ended = state.withLock { state -> Value?? in
                        if case .ended(let value) = state { return .some(value) }
                        state = .waiting(continuation)
                        return nil
                    }
                    if let ended { continuation.resume(returning: ended) }
                }
            } onCancel: {
                end(nil)
            }
        }
    }
}
