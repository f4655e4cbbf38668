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
}

extension HTTPWaiting {
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
}
