import StructuredDocuments

/// Many texts in one array of bytes: a text of its own takes some fifty bytes more than it has characters.
struct PackedStrings: Sendable {
    private var bytes: [UInt8] = []
    /// The position behind each text.
    private var ends: [UInt32] = []

    /// How many texts there are.
    var count: Int { ends.count }

    /// Adds a text at the end.
    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(UInt32(bytes.count))
    }

    /// The text at a position.
    subscript(position: Int) -> String { String(decoding: bytes[range(of: position)], as: UTF8.self) }

    /// Whether the text at a position has these bytes.
    func holds(_ other: Span<UInt8>, at position: Int) -> Bool {
        let range = range(of: position)
        guard range.count == other.count else { return false }
        for offset in other.indices where bytes[range.lowerBound + offset] != other[offset] { return false }
        return true
    }

    /// Adds the bytes of the text at a position to a hash.
    func hash(_ position: Int, into hasher: inout Hasher) {
        hasher.combine(octets: bytes.span.extracting(range(of: position)))
    }

    /// Gives back what was reserved for more.
    mutating func trim() {
        bytes = Array(bytes[...])
        ends = Array(ends[...])
    }

    private func range(of position: Int) -> Range<Int> {
        (position > 0 ? Int(ends[position - 1]) : 0)..<Int(ends[position])
    }
}
