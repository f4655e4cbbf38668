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
        let text = text.span
        var candidate = Self.offset(of: firstByte, in: text, from: start, to: end)
        while candidate + bytes.count <= end {
            if matches(text, at: candidate) { return candidate }
            candidate = Self.offset(of: firstByte, in: text, from: candidate + 1, to: end)
        }
        return nil
    }

    /// Returns whether the pattern occurs at an offset of the text.
    func isNext(in text: [UInt8], at offset: Int) -> Bool {
        bytes.count <= text.count - offset && matches(text.span, at: offset)
    }

    /// Returns whether the text, which is long enough, has the bytes of the pattern at an offset.
    private func matches(_ text: Span<UInt8>, at offset: Int) -> Bool {
        for position in bytes.indices where text[offset + position] != bytes[position] { return false }
        return true
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
