/// The text that stands in a JSON string as it is: all but quotation marks, backslashes and control characters.
///
/// Nearly all that is read and written is such text, so that it is looked at by windows of many bytes (RFC 8259 section 7).
enum PlainText {
    /// How many bytes are looked at at once: half a line of base64 in PEM.
    private static let window = 32

    /// Whether a byte stands for itself.
    static func contains(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Zero for a byte that does not stand for itself.
    ///
    /// A byte differs in no bit from what it equals, and below 0x20 the three highest bits are zero. The least mark of
    /// some bytes is so zero exactly where one of them is not plain, and in a window of a known length, without a way out
    /// in its middle, it is found for many bytes at once.
    private static func mark(_ byte: UInt8) -> UInt8 {
        min(byte ^ UInt8(ascii: "\""), byte ^ UInt8(ascii: "\\"), byte & 0xE0)
    }

    /// Where plain text ends that begins at an offset.
    static func end(in text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while text.count - end >= window {
            let window = text.extracting(end..<end + window)
            var least = UInt8.max
            for index in 0..<Self.window { least = min(least, mark(window[index])) }
            guard least != 0 else { break }
            end += Self.window
        }
        while end < text.count, contains(text[end]) { end += 1 }
        return end
    }

    /// Appends plain text that begins at an offset, and answers where it ends.
    ///
    /// A window that holds something else as well is copied before that is known, and dropped again.
    static func append(_ text: Span<UInt8>, from start: Int, to content: inout [UInt8]) -> Int {
        var end = start
        while text.count - end >= window {
            let window = text.extracting(end..<end + window)
            var least = UInt8.max
            content.append(addingCapacity: Self.window) { content in
                for index in 0..<Self.window {
                    least = min(least, mark(window[index]))
                    content.append(window[index])
                }
                if least == 0 { content.removeAll() }
            }
            guard least != 0 else { break }
            end += Self.window
            // The lines of PEM are two windows long.
            guard end < text.count, contains(text[end]) else { return end }
        }
        var last = end
        while last < text.count, contains(text[last]) { last += 1 }
        // Where neither has a byte, the count of none would be written into the empty array that all threads share.
        guard last > end else { return last }
        let rest = text.extracting(end..<last)
        content.append(addingCapacity: rest.count) { content in
            for index in rest.indices { content.append(rest[index]) }
        }
        return last
    }
}
