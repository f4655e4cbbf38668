/// A computation that is complete, has further steps, or waits for an event.
///
/// Divide all long work into steps, so that the worker can send complete responses before the long work begins. The
/// pending requests of one worker run each step together, so that the processor fetches the step's instructions once
/// for all requests.
///
/// The server requires `HTTPResponse` as the type of the answer; responders may use other types internally.
package enum HTTPProgress<Answer: Sendable> {
    case answer(Answer)
    /// The next step, which runs on the same thread.
    case step(() -> HTTPProgress)
    /// The answer is provided later, for example because it waits for the network or for files.
    ///
    /// The server calls `start` once on the same thread, so it must return at once. Meanwhile, the connection is
    /// suspended and occupies no thread. If too many requests wait, the server responds without calling `start`.
    case later(HTTPWait = HTTPWait(), start: (HTTPPromise<Answer>) -> Void)

    /// Runs steps up to the answer, or up to the next wait.
    package func run() -> HTTPProgress {
        var progress = self
        while case .step(let next) = progress { progress = next() }
        return progress
    }

    /// Returns a computation whose answer is transformed, on the thread that computes the answer.
    package func map<Other>(_ transform: @escaping @Sendable (Answer) -> Other) -> HTTPProgress<Other> {
        switch self {
        case .answer(let answer): .answer(transform(answer))
        case .step(let next): .step { next().map(transform) }
        case .later(let wait, let start): .later(wait) { start($0.accepting(transform)) }
        }
    }
}
