/// Some bytes that are looked for in others.
struct BytePattern {
    private let bytes: [UInt8]
    private let firstByte: UInt8

    /// Takes the bytes of a text, which must not be empty.
    init(_ text: String) {
        precondition(!text.utf8.isEmpty, "a pattern has a byte")
        bytes = Array(text.utf8)
        firstByte = bytes[0]
    }

    var count: Int { bytes.count }

    /// Where the pattern stands first, whole, between two offsets.
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

    /// Where a byte stands first between two offsets; the second of them where it does not.
    private static func offset(of byte: UInt8, in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var offset = start
        while end - offset >= 32 {
            // A window of a known length without a way out in its middle is looked at many bytes at once. A byte
            // differs from itself in no bit, so the least difference is zero where the byte stands in the window.
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
