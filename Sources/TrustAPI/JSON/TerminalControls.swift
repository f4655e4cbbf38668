/// The characters that JSON permits unescaped (RFC 8259 section 7) and that control a terminal or end a line when the text is
/// shown: U+007F, the C1 controls U+0080 to U+009F, and the separators U+2028 and U+2029.
enum TerminalControls {
    /// Whether a character is one of them.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
    }

    /// Whether a text in UTF-8 has a byte that such a character has or begins with; false for nearly all texts.
    static func mayOccur(in text: Span<UInt8>) -> Bool {
        var least = UInt8.max
        for index in text.indices { least = min(least, text[index] ^ 0x7F, text[index] ^ 0xC2, text[index] ^ 0xE2) }
        return least == 0
    }
}
