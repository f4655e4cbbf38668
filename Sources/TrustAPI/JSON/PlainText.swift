import TrustModel

/// Bytes that a JSON string may contain unescaped: all except quotation marks, backslashes and control characters.
///
/// RFC 8259 section 7 defines these bytes. Nearly all text is plain, so it is scanned in windows of many bytes.
enum PlainText {
    /// The number of bytes per window: half a line of base64 in PEM.
    private static let window = 32

    static func contains(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Returns zero for a byte that is not plain, and another value for a plain byte.
    ///
    /// The minimum of these values over a window is zero exactly if a byte of the window is not plain. With a constant
    /// window length and no early exit, the compiler can vectorize the loop.
    private static func mark(_ byte: UInt8) -> UInt8 {
        min(byte ^ UInt8(ascii: "\""), byte ^ UInt8(ascii: "\\"), byte & 0xE0)
    }

    /// Whether text contains only ASCII characters that ``JSONWriter`` does not escape.
    static func isWhole(_ text: Span<UInt8>) -> Bool {
        // With 256 elements, every byte is valid, so the compiler omits bounds checks.
        let isUnescaped = isUnescaped.span.extracting(0..<256)
        for index in text.indices where !isUnescaped[Int(text[index])] { return false }
        return true
    }

    /// For each byte, whether it is an ASCII character that is written as it is.
    private static let isUnescaped = (0...UInt8.max).map { contains($0) && $0 < 0x7F }

    /// Returns the end of the plain text that begins at an offset.
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

    /// Appends the plain text that begins at an offset, and returns its end.
    ///
    /// A window is copied while it is scanned, and removed again if it is not entirely plain.
    static func append(_ text: Span<UInt8>, from start: Int, to content: inout [UInt8]) -> Int {
        var end = start
        // A line of PEM is one window of twice the length.
        while text.count - end >= 2 * window, append(text.extracting(end..<end + 2 * window), to: &content) {
            end += 2 * window
            // Plain text often ends here.
            guard end < text.count, contains(text[end]) else { return end }
        }
        while text.count - end >= window, append(text.extracting(end..<end + window), to: &content) {
            end += window
        }
        var last = end
        while last < text.count, contains(text[last]) { last += 1 }
        // If no bytes are appended, set no count: threads would contend for the count of the empty array singleton.
        guard last > end else { return last }
        let rest = text.extracting(end..<last)
        content.append(addingCapacity: rest.count) { content in
            for index in rest.indices { content.append(rest[index]) }
        }
        return last
    }

    /// Appends lines of PEM that begin at an offset of a JSON text, with their escaped line feeds, and returns their end.
    static func appendLines(_ text: Span<UInt8>, from start: Int, to content: inout [UInt8]) -> Int {
        var end = start
        while hasLine(text, at: end), append(text.extracting(end..<end + 2 * window), line: true, to: &content) {
            end += 2 * window + 2
        }
        return end
    }

    /// Returns whether an escaped line feed follows the 64 characters at an offset, as in a line of PEM.
    private static func hasLine(_ text: Span<UInt8>, at start: Int) -> Bool {
        let end = start + 2 * window
        return text.count - end >= 2 && text[end] == UInt8(ascii: "\\") && text[end + 1] == UInt8(ascii: "n")
    }

    /// Appends a window, and after it a line feed if it is a `line`; appends nothing and returns false unless the window
    /// is entirely plain.
    ///
    /// Inlined so that the compiler knows the length.
    @inline(__always)
    private static func append(_ window: Span<UInt8>, line: Bool = false, to content: inout [UInt8]) -> Bool {
        var least = UInt8.max
        content.append(addingCapacity: window.count + 1) { content in
            for index in window.indices {
                least = min(least, mark(window[index]))
                content.append(window[index])
            }
            if line { content.append(0x0A) }
            if least == 0 { content.removeAll() }
        }
        return least != 0
    }
}

/// Characters from U+007F on that can control a terminal, end a line or reorder the text around them.
///
/// JSON permits them unescaped (RFC 8259 section 7), but ``JSONWriter`` escapes them.
enum TerminalControls {
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x7F && VisibleText.isControl(scalar)
    }

    /// Returns whether UTF-8 text may contain any of these characters; false for ASCII text below U+007F.
    static func mayOccur(in text: Span<UInt8>) -> Bool {
        var greatest: UInt8 = 0
        for index in text.indices { greatest = max(greatest, text[index]) }
        return greatest >= 0x7F
    }
}
