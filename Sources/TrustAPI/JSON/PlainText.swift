/// Tells which bytes stand in a JSON string as they are (RFC 8259 section 7).
enum PlainText {
    /// Whether a byte does: all but the quotation mark, the backslash and control characters.
    static func contains(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Zero for a byte that does not.
    ///
    /// A byte differs in no bit from what it equals, and below 0x20 the three highest bits are zero. The least mark of
    /// some bytes is so zero exactly where one of them is not plain, and in a window of a known length, without a way out
    /// in its middle, it is found for many bytes at once.
    static func mark(_ byte: UInt8) -> UInt8 {
        min(byte ^ UInt8(ascii: "\""), byte ^ UInt8(ascii: "\\"), byte & 0xE0)
    }
}
