/// A request whose body consists of items that are answered individually, in order, by several threads.
///
/// The response has status 200, and begins before the end of the request if ``answersEarly`` is set.
package struct HTTPBatch: Sendable {
    /// The header fields of the response.
    package var headers: HTTPHeaders
    /// Splits the body into items.
    package var splitter: any HTTPItemSplitter
    /// Whether items are answered while the body is being received, rather than after its end.
    package var answersEarly: Bool
    /// The maximum length of the body in bytes; nil for no limit, which requires ``answersEarly``.
    package var maximumBodyBytes: Int?
    /// The bytes before the first answer, between two answers, and after the last one.
    package var brackets: (opening: [UInt8], separator: [UInt8], closing: [UInt8])
    /// Answers the item at a 0-based position; called from several threads concurrently.
    ///
    /// An item whose task waits occupies no thread, but its place among the items in progress. The time limit always
    /// applies. If the batch ends first, the task is canceled.
    package var answer: @Sendable (_ item: [UInt8], _ position: Int) -> HTTPAnswer<[UInt8]>
    /// Returns the answer to an item that may not wait, or not as long.
    package var failure: @Sendable (_ failure: HTTPFailure, _ position: Int) -> [UInt8]
    /// Returns the bytes that end a response aborted at an item; empty if the missing closing bracket shows the error.
    package var lastWords: @Sendable (_ failure: HTTPFailure, _ position: Int) -> [UInt8]
    /// Returns the revision of the rules by which items are answered.
    ///
    /// Answers under an earlier revision are not sent: an item that waits for a previous one is answered again, and a response
    /// that has not begun is replaced by ``HTTPFailure/outdated(retryAfterSeconds:)``.
    package var revision: @Sendable () -> UInt64
    /// Called once, when the batch has ended.
    package var ended: @Sendable (HTTPBatchEnd) -> Void

    /// Creates a batch.
    package init(
        headers: HTTPHeaders,
        splitter: any HTTPItemSplitter,
        answersEarly: Bool,
        maximumBodyBytes: Int?,
        brackets: (opening: [UInt8], separator: [UInt8], closing: [UInt8]),
        answer: @escaping @Sendable (_ item: [UInt8], _ position: Int) -> HTTPAnswer<[UInt8]>,
        failure: @escaping @Sendable (_ failure: HTTPFailure, _ position: Int) -> [UInt8],
        lastWords: @escaping @Sendable (_ failure: HTTPFailure, _ position: Int) -> [UInt8],
        revision: @escaping @Sendable () -> UInt64 = { 0 },
        ended: @escaping @Sendable (HTTPBatchEnd) -> Void
    ) {
        self.headers = headers
        self.splitter = splitter
        self.answersEarly = answersEarly
        self.maximumBodyBytes = maximumBodyBytes
        self.brackets = brackets
        self.answer = answer
        self.failure = failure
        self.lastWords = lastWords
        self.revision = revision
        self.ended = ended
    }
}

/// The ways in which a batch ends.
package enum HTTPBatchEnd: String, Sendable, CaseIterable {
    case complete
    /// The server aborted the batch: the client was too slow, memory was exhausted, or the server stopped.
    case cut
    /// The client disconnected.
    case abandoned
    /// The whole request was rejected.
    case refused
}

/// Splits the body of a batch into items while it is received; each request has its own splitter.
package protocol HTTPItemSplitter: Sendable {
    /// Whether the bytes received so far end within an item.
    var isWithinItem: Bool { get }
    /// The memory used by items that were not returned yet, in bytes.
    var heldBytes: Int { get }

    /// Processes the next bytes of the body.
    mutating func take(_ bytes: [UInt8]) -> HTTPItems

    mutating func end() -> HTTPItems
}

/// The result of splitting a piece of a body.
package enum HTTPItems: Sendable {
    /// Further items, possibly none.
    case more([HTTPItem])
    /// The last items; the rest of the body is not read.
    case last([HTTPItem])
    /// A rejection of the whole request; only valid if items are not answered early.
    case refused(HTTPResponse)
}

/// One item of a batch.
package enum HTTPItem: Sendable {
    case question([UInt8])
    /// A predetermined answer, such as the error for an item that is too long.
    case answer([UInt8])
}
