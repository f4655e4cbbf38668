import TrustService

/// Lines that are encoded and not completely written.
struct PendingLines {
    /// A line, with those before it to which it refers and which the file did not have.
    struct Line {
        let content: DecisionLine
        /// The offset behind the last line feed.
        let end: Int
        /// The number of the decision, or the first number of a mark.
        let number: UInt64
        /// The memory of the decision in the queue; nil for a mark.
        let size: Int?
    }

    /// A sum of lines that were written.
    struct Written {
        var decisions = 0
        var bytes = 0
        /// The last number; nil without a decision.
        var last: UInt64?
    }

    private(set) var bytes: [UInt8] = []
    /// The offset of the first byte that is not written.
    private(set) var position = 0
    /// The first bytes, which belong to a file and not to a line.
    private var head = 0
    private var lines: [Line] = []
    /// The number of lines that are written completely.
    private var done = 0

    var isWritten: Bool { position == bytes.count }
    var unwrittenBytes: Int { bytes.count - position }

    /// The number of the first line that is not written; nil if all are.
    var nextNumber: UInt64? { done < lines.count ? lines[done].number : nil }

    /// Encodes a line, and appends it.
    mutating func append(
        _ content: DecisionLine,
        _ number: UInt64,
        size: Int?,
        with encoder: inout any DecisionLineEncoder
    ) {
        encoder.append(content, to: &bytes)
        lines.append(Line(content: content, end: bytes.count, number: number, size: size))
    }

    /// Removes the last line.
    mutating func removeLast() -> (bytes: [UInt8], line: Line)? {
        guard let last = lines.popLast() else { return nil }
        let start = lines.last?.end ?? head
        defer { bytes.removeSubrange(start...) }
        return (Array(bytes[start...]), last)
    }

    /// Appends a line that ``removeLast()`` returned, for the same file.
    mutating func append(_ last: (bytes: [UInt8], line: Line)) {
        bytes += last.bytes
        let line = last.line
        lines.append(Line(content: line.content, end: bytes.count, number: line.number, size: line.size))
    }

    /// Advances by a number of written bytes, and returns the lines that are now complete.
    mutating func advance(by count: Int) -> Written {
        position += count
        var written = Written()
        while done < lines.count, lines[done].end <= position {
            let line = lines[done]
            if let size = line.size {
                written.decisions += 1
                written.bytes += size
                written.last = line.number
            }
            done += 1
        }
        if isWritten { reset() }
        return written
    }

    private mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        (position, head, done) = (0, 0, 0)
    }

    /// Encodes again the lines that are not complete, behind other bytes, because they go to another file.
    mutating func restart(with head: [UInt8], _ encoder: inout any DecisionLineEncoder) {
        let rest = lines[done...]
        reset()
        bytes += head
        self.head = head.count
        for line in rest { append(line.content, line.number, size: line.size, with: &encoder) }
    }
}
