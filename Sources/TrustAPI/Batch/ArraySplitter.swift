import MicrohttpdServer
import StructuredDocuments

/// Takes a JSON array apart by its brackets, commas and strings; what stands between two commas is read when it is
/// evaluated, so that one element that is not JSON spoils no other.
struct ArraySplitter: HTTPItemSplitter {
    private enum Place {
        case beforeArray
        case inArray
        case afterArray
    }

    private let answers: BatchAnswers
    /// Makes the answer to a batch that is no array of items.
    private let refuse: @Sendable (Problem) -> HTTPResponse
    private var place = Place.beforeArray
    private var items: [HTTPItem] = []
    /// How much memory the items take.
    private var itemBytes = 0
    private var item: SplitItem
    private var scan = ElementScan()
    /// How many bytes came before those at hand.
    private var offset = 0

    init(_ answers: BatchAnswers, refuse: @escaping @Sendable (Problem) -> HTTPResponse) {
        self.answers = answers
        self.refuse = refuse
        item = SplitItem(maximumBytes: answers.context.batchLimits.itemBytes)
    }

    /// An array has the time that a request has, not each of its items.
    var isWithinItem: Bool { false }
    var heldBytes: Int { itemBytes + item.heldBytes }

    mutating func take(_ bytes: [UInt8]) -> HTTPItems {
        do throws(Problem) {
            var position = 0
            while position < bytes.count {
                position =
                    try place == .inArray ? takeElement(bytes, from: position) : takeOutside(bytes, from: position)
            }
            offset += bytes.count
            return .more([])
        } catch {
            return .refused(refuse(error))
        }
    }

    mutating func end() -> HTTPItems {
        switch place {
        case .beforeArray: .refused(refuse(malformed("the text ends where a value belongs", at: 0)))
        case .inArray: .refused(refuse(malformed("the text ends before its closing bracket", at: 0)))
        case .afterArray: .last(items)
        }
    }

    /// Takes what belongs to one element and the comma or the bracket behind it; where that ends.
    private mutating func takeElement(_ bytes: [UInt8], from start: Int) throws(Problem) -> Int {
        let end = scan.end(in: bytes, from: start)
        item.append(bytes[start..<end])
        guard end < bytes.count else { return end }
        let isLast = bytes[end] == UInt8(ascii: "]")
        if isLast { place = .afterArray }
        if !isLast || !item.isEmpty || !items.isEmpty { try takeItem(at: end) }
        return end + 1
    }

    private mutating func takeItem(at end: Int) throws(Problem) {
        guard !item.isEmpty else { throw malformed("a value belongs here", at: end) }
        guard items.count < answers.context.batchLimits.items else {
            let (problem, position) = answers.tooManyItems
            throw problem.inItem(position)
        }
        let item = self.item.item(at: items.count, answers)
        items.append(item)
        itemBytes += item.heldBytes
        self.item.clear()
    }

    private mutating func takeOutside(_ bytes: [UInt8], from start: Int) throws(Problem) -> Int {
        guard let first = bytes[start...].firstIndex(where: { !$0.isJSONSpace }) else { return bytes.count }
        guard place == .beforeArray else { throw malformed("something follows the value", at: first) }
        guard bytes[first] == UInt8(ascii: "[") else {
            guard "{\"-0123456789tfn".utf8.contains(bytes[first]) else {
                throw malformed("a value cannot begin here", at: first)
            }
            let detail = "expected an array of evaluation requests"
            throw Problem(DocumentError([DocumentIssue(pointer: "", detail: detail)]))
        }
        place = .inArray
        return first + 1
    }

    private func malformed(_ reason: String, at position: Int) -> Problem {
        Problem(JSONReader.SyntaxError(offset: offset + position, reason: reason))
    }
}

/// Where an element of an array ends, found out while its bytes arrive.
private struct ElementScan {
    /// How many brackets are open within the element.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The position of the comma or the closing bracket that ends the element; the end of the bytes where none does.
    mutating func end(in bytes: [UInt8], from start: Int) -> Int {
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if isInString {
                continueString(byte)
            } else if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
                return position
            } else {
                takeStructure(byte)
            }
            position += 1
        }
        return position
    }

    private mutating func continueString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }

    private mutating func takeStructure(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
        default: return
        }
    }
}
