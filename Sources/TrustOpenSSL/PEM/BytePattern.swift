/// Some bytes that are looked for in others.
struct BytePattern {
    private let bytes: [UInt8]
    /// Whether each value of a byte stands in the pattern.
    private let isPart: [Bool]

    /// Takes the bytes of a text, which must not be empty.
    init(_ text: String) {
        precondition(!text.utf8.isEmpty, "a pattern has a byte")
        bytes = Array(text.utf8)
        isPart = (0...UInt8.max).map(bytes.contains)
    }

    var count: Int { bytes.count }

    /// Where the pattern stands first, whole, between two offsets.
    func first(in text: [UInt8], from start: Int, to end: Int) -> Int? {
        let (text, bytes, isPart) = (text.span, bytes.span, isPart.span)
        var candidate = start
        while candidate + bytes.count <= end {
            // Where a byte is none of the pattern's, the pattern begins behind it.
            guard isPart[Int(text[candidate + bytes.count - 1])] else {
                candidate += bytes.count
                continue
            }
            var matched = 0
            while matched < bytes.count, text[candidate + matched] == bytes[matched] { matched += 1 }
            if matched == bytes.count { return candidate }
            candidate += 1
        }
        return nil
    }
}
