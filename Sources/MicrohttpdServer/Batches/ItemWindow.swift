/// The items of one batch whose answers were not taken yet, in order.
///
/// The caller bounds the size of the window: while ``isFull``, the caller must not read more of the body.
struct ItemWindow {
    /// The size of waiting and unsent answers, in bytes, at which the window starts no further items.
    static let maximumAnswerBytes = 1 << 20
    /// The size of waiting items, in bytes, at which the caller must stop reading the body.
    static let maximumQuestionBytes = 1 << 20

    private struct Answer {
        let bytes: [UInt8]
        /// The revision of the rules at the start of the answer; nil if the answer does not depend on them.
        let revision: UInt64?
    }

    /// The maximum number of started items whose answers were not taken yet.
    private let width: Int
    private var waiting = FIFOQueue<HTTPItem>()
    private var waitingBytes = 0
    /// The started items whose answers were not taken yet, by position.
    private var begunItems: [Int: HTTPItem] = [:]
    private var begunBytes = 0
    private var answers: [Int: Answer] = [:]
    private var answerBytes = 0
    private var begun = 0
    private var due = 0

    init(width: Int) {
        self.width = width
    }

    /// Whether the caller must stop reading the body.
    var isFull: Bool { waiting.count + begun - due >= width || waitingBytes >= Self.maximumQuestionBytes }

    /// Whether the caller should resume reading the body.
    var isHalfEmpty: Bool { waiting.count + begun - due <= width / 2 && waitingBytes < Self.maximumQuestionBytes / 2 }

    /// Whether the answers of all items were taken.
    var isEmpty: Bool { waiting.count == 0 && begun == due }

    var heldBytes: Int { waitingBytes + begunBytes + answerBytes }

    /// The position of the first item whose answer was not taken yet.
    var position: Int { due }

    mutating func add(_ items: [HTTPItem]) {
        for item in items {
            waiting.append(item)
            waitingBytes += item.heldBytes
        }
    }

    /// Starts the next item.
    ///
    /// - Parameter unsent: the number of bytes of answers that the client has not received yet.
    /// - Returns: the item and its position; nil if no item is waiting or too many are in progress.
    mutating func begin(unsent: Int) -> (item: HTTPItem, position: Int)? {
        guard begun - due < width, answerBytes + unsent < Self.maximumAnswerBytes, let item = waiting.popFirst() else {
            return nil
        }
        waitingBytes -= item.heldBytes
        begunBytes += item.heldBytes
        begunItems[begun] = item
        defer { begun += 1 }
        return (item, begun)
    }

    /// Returns the question started at a position; nil if it was answered or discarded.
    func question(at position: Int) -> [UInt8]? {
        guard answers[position] == nil, case .question(let bytes)? = begunItems[position] else { return nil }
        return bytes
    }

    /// Stores the answer of an item, with the revision of the rules before it was computed.
    mutating func finish(_ position: Int, _ answer: [UInt8], under revision: UInt64?) {
        answers[position] = Answer(bytes: answer, revision: revision)
        answerBytes += answer.capacity
    }

    /// Removes and returns the next answer in order; nil if it is not available yet, or is that under another revision.
    mutating func takeAnswer(under revision: UInt64) -> (bytes: [UInt8], isByRules: Bool)? {
        guard let answer = answers[due], answer.revision ?? revision == revision else { return nil }
        answers[due] = nil
        begunBytes -= begunItems.removeValue(forKey: due)?.heldBytes ?? 0
        answerBytes -= answer.bytes.capacity
        due += 1
        return (answer.bytes, answer.revision != nil)
    }

    /// Discards the answers under other revisions, and returns the positions of their items, which must be answered again.
    mutating func reopen(answersExceptUnder revision: UInt64) -> [Int] {
        let outdated = answers.filter { $0.value.revision ?? revision != revision }
        for (position, answer) in outdated {
            answers[position] = nil
            answerBytes -= answer.bytes.capacity
        }
        return outdated.keys.sorted()
    }

    mutating func abandon() {
        waiting.removeAll()
        begunItems = [:]
        answers = [:]
        (waitingBytes, begunBytes, answerBytes) = (0, 0, 0)
    }
}

extension HTTPItem {
    /// The estimated memory of an item besides its bytes: the headers of the array and the allocator, and a list entry.
    private static let overhead = 64

    /// The memory used by the item, in bytes.
    package var heldBytes: Int {
        switch self {
        case .question(let bytes), .answer(let bytes): bytes.capacity + Self.overhead
        }
    }
}
