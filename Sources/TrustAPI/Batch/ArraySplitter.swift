import MicrohttpdServer
import StructuredDocuments

/// Splits a JSON array into its elements by tracking brackets, commas and quotation marks.
///
/// Elements are parsed only when they are evaluated, so a malformed element does not affect the others.
struct ArraySplitter: HTTPItemSplitter {
    private enum State {
        case beforeArray
        case inArray
        case afterArray
    }

    private let answers: BatchAnswers
    private let refuse: @Sendable (Problem) -> HTTPResponse
    private var state = State.beforeArray
    private var items: [HTTPItem] = []
    /// The memory held by the items, in bytes.
    private var itemBytes = 0
    private var item: SplitItem
    private var scan = ElementScan()
    /// The number of bytes before the current chunk.
    private var offset = 0

    init(_ answers: BatchAnswers, refuse: @escaping @Sendable (Problem) -> HTTPResponse) {
        self.answers = answers
        self.refuse = refuse
        item = SplitItem(maximumBytes: answers.context.batchLimits.itemBytes)
    }

    /// Always false: the request timeout applies to the array, not to each item.
    var isWithinItem: Bool { false }
    var heldBytes: Int { itemBytes + item.heldBytes }

    mutating func take(_ bytes: [UInt8]) -> HTTPItems {
        do throws(Problem) {
            var position = 0
            while position < bytes.count {
                position =
                    try state == .inArray ? takeElement(bytes, from: position) : takeOutside(bytes, from: position)
            }
            offset += bytes.count
            return .more([])
        } catch {
            return .refused(refuse(error))
        }
    }

    mutating func end() -> HTTPItems {
        switch state {
        case .beforeArray: .refused(refuse(malformed("the text ends where a value is expected", at: 0)))
        case .inArray: .refused(refuse(malformed("the text ends without a closing bracket", at: 0)))
        case .afterArray: .last(items)
        }
    }

    /// Consumes the received part of one element, and the comma or bracket after it; returns the next position.
    private mutating func takeElement(_ bytes: [UInt8], from start: Int) throws(Problem) -> Int {
        let end = scan.end(in: bytes, from: start)
        item.append(bytes[start..<end])
        guard end < bytes.count else { return end }
        let isLast = bytes[end] == UInt8(ascii: "]")
        if isLast { state = .afterArray }
        if !isLast || !item.isEmpty || !items.isEmpty { try takeItem(at: end) }
        return end + 1
    }

    private mutating func takeItem(at end: Int) throws(Problem) {
        guard !item.isEmpty else { throw malformed("expected a value", at: end) }
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
        guard state == .beforeArray else { throw malformed("unexpected text after the value", at: first) }
        guard bytes[first] == UInt8(ascii: "[") else {
            guard "{\"-0123456789tfn".utf8.contains(bytes[first]) else {
                throw malformed("expected a value", at: first)
            }
            let detail = "expected an array of evaluation requests"
            throw Problem(DocumentError([DocumentIssue(pointer: "", detail: detail)]))
        }
        state = .inArray
        return first + 1
    }

    private func malformed(_ reason: String, at position: Int) -> Problem {
        Problem(JSONReader.SyntaxError(offset: offset + position, reason: reason))
    }
}

/// Finds the end of an array element incrementally, while its bytes arrive.
private struct ElementScan {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Returns the position of the comma or closing bracket after the element, or `bytes.count` if neither was found.
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
