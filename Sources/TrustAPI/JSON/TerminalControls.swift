import TrustModel

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
