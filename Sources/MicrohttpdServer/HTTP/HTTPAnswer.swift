/// The answer to a request or to an item of a batch: known at once, or computed by a task.
package enum HTTPAnswer<Answer: Sendable>: Sendable {
    case now(Answer)
    /// The server runs the task after it has sent the answers that are known at once.
    ///
    /// Divide an answer by `Task.yield()`: the tasks of a few requests then run each part together, so that the processor
    /// fetches the instructions of the part once for all of them (``RequestQueue``). The worker does nothing else until all of
    /// them wait or have answers, so that what takes longer than one evaluation belongs in ``HTTPWaiting/work(_:_:)``.
    case task(Computation)

    /// Computes the answer; waits for events only by the ``HTTPWaiting`` that it is given.
    ///
    /// The task is canceled if its answer is no longer needed: the client has disconnected, the time limit has passed, or the
    /// server stops. It throws the failure of a wait.
    package typealias Computation = @Sendable (any HTTPWaiting) async throws(HTTPFailure) -> Answer

    /// Returns an answer that is transformed, on the thread that computes it.
    package func map<Other>(_ transform: @escaping @Sendable (Answer) -> Other) -> HTTPAnswer<Other> {
        switch self {
        case .now(let answer): .now(transform(answer))
        case .task(let compute):
            .task { waiting async throws(HTTPFailure) in transform(try await compute(waiting)) }
        }
    }
}
