struct BytePattern {
    private let bytes: [UInt8]
    private let firstByte: UInt8

    /// Creates a pattern from the UTF-8 of a text, which must not be empty.
    init(_ text: String) {
        precondition(!text.utf8.isEmpty, "the pattern is empty")
        bytes = Array(text.utf8)
        firstByte = bytes[0]
    }

    var count: Int { bytes.count }

    func first(in text: [UInt8], from start: Int, to end: Int) -> Int? {
        let (text, bytes) = (text.span, bytes.span)
        var candidate = Self.offset(of: firstByte, in: text, from: start, to: end)
        while candidate + bytes.count <= end {
            var matched = 1
            while matched < bytes.count, text[candidate + matched] == bytes[matched] { matched += 1 }
            if matched == bytes.count { return candidate }
            candidate = Self.offset(of: firstByte, in: text, from: candidate + 1, to: end)
        }
        return nil
    }

    /// Returns the offset of the first occurrence of a byte between two offsets; the end offset if there is none.
    private static func offset(of byte: UInt8, in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while end - offset >= 32 {
            // The compiler vectorizes this loop, because it has a known length and no early exit. The XOR of equal
            // bytes is 0, so the minimum is 0 if the window contains the byte.
            let window = text.extracting(offset..<offset + 32)
            var least = UInt8.max
            for index in 0..<32 { least = min(least, window[index] ^ byte) }
            guard least != 0 else { break }
            offset += 32
        }
        while offset < end, text[offset] != byte { offset += 1 }
        return offset
    }
}
