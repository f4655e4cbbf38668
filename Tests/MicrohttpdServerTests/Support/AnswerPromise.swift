@testable import MicrohttpdServer

/// An answer that a test provides to a task that waits for it.
final class AnswerPromise<Answer: Sendable>: Sendable {
    enum Step: Sendable {
        case answer(Answer)
        /// The task waits again, for another promise.
        case wait(HTTPWait)
    }

    private struct State {
        var step: Step?
        var continuation: CheckedContinuation<Step?, Never>?
        var isAbandoned = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Provides the answer; only the first call counts.
    func fulfill(_ answer: Answer) { provide(.answer(answer)) }

    func fulfill(waitingAgain wait: HTTPWait = HTTPWait()) { provide(.wait(wait)) }

    /// Calls the action once when the task is canceled, or immediately if it was.
    func whenAbandoned(_ action: @escaping @Sendable () -> Void) {
        let isAbandoned = state.withLock { state in
            state.actions.append(action)
            return state.isAbandoned
        }
        if isAbandoned { action() }
    }

    /// The provided step; nil if the task is canceled before.
    var step: Step? {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    state.withLock { $0.continuation = continuation }
                    resume()
                }
            } onCancel: {
                let actions = state.withLock { state in
                    state.isAbandoned = true
                    return state.actions
                }
                for action in actions { action() }
                resume()
            }
        }
    }

    private func provide(_ step: Step) {
        state.withLock { $0.step = $0.step ?? step }
        resume()
    }

    private func resume() {
        let (continuation, step) = state.withLock { state -> (CheckedContinuation<Step?, Never>?, Step?) in
            guard state.step != nil || state.isAbandoned else { return (nil, nil) }
            defer { state.continuation = nil }
            return (state.continuation, state.step)
        }
        continuation?.resume(returning: step)
    }
}

/// The promises for which tasks wait, in the order in which they began to wait.
final class AnswerPromises<Answer: Sendable>: Sendable {
    let waiting = Locked<[AnswerPromise<Answer>]>([])
    /// The number of tasks that were canceled while they waited.
    let abandoned = Locked(0)

    /// Waits, perhaps several times, until the test provides an answer.
    func answer(_ waiting: any HTTPWaiting, _ first: HTTPWait) async throws(HTTPFailure) -> Answer {
        var wait = first
        while true {
            let step = try await waiting.wait(wait) {
                let promise = AnswerPromise<Answer>()
                promise.whenAbandoned { [abandoned] in abandoned.withLock { $0 += 1 } }
                self.waiting.withLock { $0.append(promise) }
                return await promise.step
            }
            switch step {
            case .answer(let answer): return answer
            case .wait(let next): wait = next
            case nil: throw .stoppedSuspension
            }
        }
    }

    var count: Int { waiting.withLock { $0.count } }

    /// Removes and returns the promises.
    func take() -> [AnswerPromise<Answer>] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
