import StructuredDocuments

/// Strings packed into one array of bytes; a separate string needs about fifty bytes more.
struct PackedStrings: Sendable {
    private var bytes: [UInt8] = []
    /// The end offset of each string.
    private var ends: [UInt32] = []

    var count: Int { ends.count }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(UInt32(bytes.count))
    }

    subscript(position: Int) -> String { String(decoding: bytes[range(of: position)], as: UTF8.self) }

    func holds(_ other: Span<UInt8>, at position: Int) -> Bool {
        let range = range(of: position)
        guard range.count == other.count else { return false }
        for offset in other.indices where bytes[range.lowerBound + offset] != other[offset] { return false }
        return true
    }

    func hash(_ position: Int, into hasher: inout Hasher) {
        hasher.combine(octets: bytes.span.extracting(range(of: position)))
    }

    mutating func trim() {
        bytes = Array(bytes[...])
        ends = Array(ends[...])
    }

    private func range(of position: Int) -> Range<Int> {
        (position > 0 ? Int(ends[position - 1]) : 0)..<Int(ends[position])
    }
}
