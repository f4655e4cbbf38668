/// How a request is answered that is many questions, its items: each by itself, in order, by several threads at once.
///
/// The answer begins before the request has ended where ``answersEarly`` says so. Its status is 200.
package struct HTTPBatch: Sendable {
    /// The header fields of the answer.
    package var headers: HTTPHeaders
    /// Takes the body apart.
    package var splitter: any HTTPItemSplitter
    /// Whether items are answered while the rest of the body arrives; otherwise once all of it has.
    package var answersEarly: Bool
    /// The longest body taken, in bytes; nil for any, where items are answered early.
    package var maximumBodyBytes: Int?
    /// What stands before the first item's answer, between two, and after the last.
    package var brackets: (opening: [UInt8], separator: [UInt8], closing: [UInt8])
    /// Answers an item, which has this position among the items; called from several threads at once.
    package var answer: @Sendable (_ item: [UInt8], _ position: Int) -> [UInt8]
    /// What an answer ends with that has begun and cannot go on, from the item at this position; nothing where only
    /// the missing bracket shall tell.
    package var lastWords: @Sendable (_ failure: HTTPFailure, _ position: Int) -> [UInt8]
    /// Told once how the batch ended.
    package var ended: @Sendable (HTTPBatchEnd) -> Void

    /// Takes the parts.
    package init(
        headers: HTTPHeaders,
        splitter: any HTTPItemSplitter,
        answersEarly: Bool,
        maximumBodyBytes: Int?,
        brackets: (opening: [UInt8], separator: [UInt8], closing: [UInt8]),
        answer: @escaping @Sendable (_ item: [UInt8], _ position: Int) -> [UInt8],
        lastWords: @escaping @Sendable (_ failure: HTTPFailure, _ position: Int) -> [UInt8],
        ended: @escaping @Sendable (HTTPBatchEnd) -> Void
    ) {
        self.headers = headers
        self.splitter = splitter
        self.answersEarly = answersEarly
        self.maximumBodyBytes = maximumBodyBytes
        self.brackets = brackets
        self.answer = answer
        self.lastWords = lastWords
        self.ended = ended
    }
}

/// How a batch ended.
package enum HTTPBatchEnd: String, Sendable, CaseIterable {
    /// Every item was answered.
    case complete
    /// The server gave up: the peer was too slow, or the server ended.
    case cut
    /// The peer was gone, or broke off.
    case abandoned
    /// The body was refused as a whole.
    case refused
}

/// Takes the body of a batch apart as it arrives; a value of its own for each request.
package protocol HTTPItemSplitter: Sendable {
    /// Whether the bytes so far end within an item.
    var isWithinItem: Bool { get }
    /// How much memory is held for items that were not handed out yet, in bytes.
    var heldBytes: Int { get }

    /// Takes the next bytes of the body.
    mutating func take(_ bytes: [UInt8]) -> HTTPItems

    /// Takes the end of the body.
    mutating func end() -> HTTPItems
}

/// What a piece of a body brings.
package enum HTTPItems: Sendable {
    /// So many more items.
    case more([HTTPItem])
    /// The last items: nothing that follows is read.
    case last([HTTPItem])
    /// The whole request is refused; only where items are not answered early.
    case refused(HTTPResponse)
}

/// One item of a batch.
package enum HTTPItem: Sendable {
    /// To be answered.
    case question([UInt8])
    /// Answered already, without a question that could be asked.
    case answer([UInt8])
}
