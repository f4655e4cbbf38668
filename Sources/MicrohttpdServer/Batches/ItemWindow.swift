/// The items of one batch between the body and the answer: which may be begun, and which answers are due.
///
/// Holds no socket and no thread. What it holds is bounded by whoever reads the body: as long as it ``isFull``, no more
/// may be added than came with the last piece.
struct ItemWindow {
    /// How many bytes of answers may wait for earlier ones, or for the peer, before no more items are begun.
    static let maximumAnswerBytes = 1 << 20
    /// How many bytes of items may wait before no more of the body is read.
    static let maximumQuestionBytes = 1 << 20

    /// How many items may be begun and not be due yet.
    private let width: Int
    private var waiting = FIFOQueue<HTTPItem>()
    private var waitingBytes = 0
    /// The items that are being answered, by position.
    private var underWay: [Int: HTTPItem] = [:]
    private var begunBytes = 0
    private var answers: [Int: [UInt8]] = [:]
    private var answerBytes = 0
    private var begun = 0
    private var due = 0

    /// An empty window.
    init(width: Int) {
        self.width = width
    }

    /// Whether no more of the body should be read.
    var isFull: Bool { waiting.count + begun - due >= width || waitingBytes >= Self.maximumQuestionBytes }

    /// Whether so little is left that reading is worth while again.
    var isHalfEmpty: Bool { waiting.count + begun - due <= width / 2 && waitingBytes < Self.maximumQuestionBytes / 2 }

    /// Whether every item that was added is answered and taken.
    var isEmpty: Bool { waiting.count == 0 && begun == due }

    /// How much memory the items that wait or are being answered, and the answers that wait, take.
    var heldBytes: Int { waitingBytes + begunBytes + answerBytes }

    /// The position of the first item whose answer was not taken.
    var position: Int { due }

    /// Adds items behind the others.
    mutating func add(_ items: [HTTPItem]) {
        for item in items {
            waiting.append(item)
            waitingBytes += item.heldBytes
        }
    }

    /// The next item to begin, with its position; nil while there is none, or enough is under way.
    ///
    /// - Parameter unsent: how many bytes of answers the peer has not taken yet.
    /// - Returns: the item and its position.
    mutating func begin(unsent: Int) -> (item: HTTPItem, position: Int)? {
        guard begun - due < width, answerBytes + unsent < Self.maximumAnswerBytes, let item = waiting.popFirst() else {
            return nil
        }
        waitingBytes -= item.heldBytes
        begunBytes += item.heldBytes
        underWay[begun] = item
        defer { begun += 1 }
        return (item, begun)
    }

    /// The question that was begun at a position; nil if it was answered or dropped.
    func question(at position: Int) -> [UInt8]? {
        guard case .question(let bytes)? = underWay[position] else { return nil }
        return bytes
    }

    /// Takes the answer to an item that was begun.
    mutating func finish(_ position: Int, _ answer: [UInt8]) {
        begunBytes -= underWay.removeValue(forKey: position)?.heldBytes ?? 0
        answers[position] = answer
        answerBytes += answer.capacity
    }

    /// The answer that is due next; nil while it is not there.
    mutating func takeAnswer() -> [UInt8]? {
        guard let answer = answers.removeValue(forKey: due) else { return nil }
        answerBytes -= answer.capacity
        due += 1
        return answer
    }

    /// Drops all items, also those that were begun, and the answers that wait.
    mutating func abandon() {
        waiting.removeAll()
        underWay = [:]
        answers = [:]
        (waitingBytes, begunBytes, answerBytes) = (0, 0, 0)
    }
}

extension HTTPItem {
    /// The memory of an item besides its bytes: the array's head, the allocator's, and a place in a list.
    private static let overhead = 64

    /// How much memory the item takes.
    package var heldBytes: Int {
        switch self {
        case .question(let bytes), .answer(let bytes): bytes.capacity + Self.overhead
        }
    }
}
