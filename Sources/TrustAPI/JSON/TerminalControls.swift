import StructuredDocuments

/// The characters that JSON permits unescaped (RFC 8259 section 7) and that control a terminal, end a line, or reorder the text
/// around them when it is shown: those that messages spell out, from U+007F on.
enum TerminalControls {
    /// Whether a character is one of them.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x7F && QuotedText.isControl(scalar)
    }

    /// Whether a text in UTF-8 has a byte that such a character has or begins with; false for text in ASCII, as nearly all is.
    static func mayOccur(in text: Span<UInt8>) -> Bool {
        var greatest: UInt8 = 0
        for index in text.indices { greatest = max(greatest, text[index]) }
        return greatest >= 0x7F
    }
}
