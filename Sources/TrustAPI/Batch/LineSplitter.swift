import MicrohttpdServer

/// Splits NDJSON into items, one per line; blank lines are skipped.
struct LineSplitter: HTTPItemSplitter {
    private let answers: BatchAnswers
    private var line: SplitItem
    private var count = 0

    init(_ answers: BatchAnswers) {
        self.answers = answers
        line = SplitItem(maximumBytes: answers.context.batchLimits.itemBytes)
    }

    var isWithinItem: Bool { !line.isEmpty }
    var heldBytes: Int { line.heldBytes }

    mutating func take(_ bytes: [UInt8]) -> HTTPItems {
        var items: [HTTPItem] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            line.append(bytes[start..<end])
            start = end + 1
            guard let item = takeItem() else { continue }
            items.append(item)
            if count > answers.context.batchLimits.items { return .last(items) }
        }
        line.append(bytes[start...])
        return .more(items)
    }

    mutating func end() -> HTTPItems {
        .last(takeItem().map { [$0] } ?? [])
    }

    /// Returns the item of the current line and clears the line; nil for a blank line.
    private mutating func takeItem() -> HTTPItem? {
        defer { line.clear() }
        guard !line.isEmpty else { return nil }
        defer { count += 1 }
        guard count < answers.context.batchLimits.items else {
            let (problem, position) = answers.tooManyItems
            return .answer(answers.problem(problem, at: position))
        }
        return line.item(at: count, answers)
    }
}
