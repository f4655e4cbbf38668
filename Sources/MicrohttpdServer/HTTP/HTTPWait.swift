/// The conditions under which a request waits for its answer.
package struct HTTPWait: Sendable {
    /// Whether the time until the answer is limited by ``ServerConfiguration/maximumWait``, over all waits of a request.
    package var hasTimeLimit: Bool
    /// The client to whose share of the waiting requests the wait is charged; nil if no limit applies to it.
    package var share: HTTPShare?
    /// The memory that the request keeps until its answer, in bytes.
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
