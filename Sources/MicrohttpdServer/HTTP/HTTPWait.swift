/// The conditions under which a request waits for an event.
package struct HTTPWait: Sendable {
    /// Whether the time until the answer is limited by ``ServerConfiguration/maximumWait``, over all waits of a request.
    package var hasTimeLimit: Bool
    /// The client to whose share of the waiting requests the wait is charged; nil if no limit applies to it.
    package var share: HTTPShare?
    /// The memory that the request keeps during the wait, in bytes.
    package var heldBytes: Int

    /// Creates the conditions; without arguments, those of a request that may always wait and keeps nothing.
    package init(hasTimeLimit: Bool = true, share: HTTPShare? = nil, heldBytes: Int = 0) {
        self.hasTimeLimit = hasTimeLimit
        self.share = share
        self.heldBytes = heldBytes
    }
}

/// The client to whose share of a limit a request is charged.
package enum HTTPShare: Sendable, Hashable {
    /// A client that the responder knows, by a name that no other client has.
    case client(String)
    /// A connection of an unknown client, by its number.
    case connection(UInt64)
}

/// A request, or an item of a batch, whose task may wait for events such as evidence from the network.
///
/// Waiting occupies no thread. Only the task that computes the answer may call it.
package protocol HTTPWaiting: Sendable {
    /// Begins a wait, or refuses it.
    ///
    /// - Throws: ``HTTPFailure`` if too many requests wait, the memory does not suffice, or the answer is no longer needed.
    func beginWait(_ wait: HTTPWait) throws(HTTPFailure)

    /// Ends a wait.
    ///
    /// - Throws: ``HTTPFailure`` if the answer is no longer needed.
    func endWait() throws(HTTPFailure)

    /// The threads for long work; nil for those on which the task runs anyway.
    var workExecutor: (any TaskExecutor)? { get }
}

extension HTTPWaiting {
    /// The threads on which the task runs anyway.
    package var workExecutor: (any TaskExecutor)? { nil }

    /// Waits for an operation, which must end soon after its task is canceled.
    ///
    /// - Throws: ``HTTPFailure`` if the wait is refused, or if the answer is no longer needed after it.
    package func wait<Value: Sendable>(
        _ wait: HTTPWait,
        for operation: () async -> Value
    ) async throws(HTTPFailure) -> Value {
        try beginWait(wait)
        let value = await operation()
        try endWait()
        return value
    }

    /// Waits for long work on the threads of batches, so that the worker serves other requests meanwhile.
    ///
    /// Divide the work by `Task.yield()`: its parts then alternate with the items of batches. It is canceled with its task.
    ///
    /// - Throws: ``HTTPFailure`` if the wait is refused, if the answer is no longer needed after it, or that of the work.
    package func work<Value: Sendable>(
        _ wait: HTTPWait,
        _ work: @escaping @Sendable () async throws(HTTPFailure) -> Value
    ) async throws(HTTPFailure) -> Value {
        let executor = workExecutor
        let result = try await self.wait(wait) {
            guard let executor else { return await Result(of: work) }
            let task = Task(executorPreference: executor) { await Result(of: work) }
            return await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
        return try result.get()
    }
}

extension Result where Success: Sendable, Failure == HTTPFailure {
    /// Returns the result of work.
    fileprivate init(of work: @Sendable () async throws(HTTPFailure) -> Success) async {
        do throws(HTTPFailure) {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
