/// Text of certificates, requests and servers in a form that is safe to print and unambiguous in a message.
package enum VisibleText {
    /// Whether a character could forge output: control characters, line and paragraph separators, format characters such
    /// as bidirectional overrides, and characters that are invisible, so that two different texts look the same.
    ///
    /// Invisible characters are those that Unicode ignores by default (UAX #44, Default_Ignorable_Code_Point), such as
    /// variation selectors and Hangul fillers, and the blank pattern of Braille.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == blankBraillePattern
        }
    }

    private static let blankBraillePattern: Unicode.Scalar = "\u{2800}"

    /// Returns the text with an escape such as `\u{1B}` for each control character; other characters are unchanged.
    package static func escaped(_ text: String) -> String {
        guard !isPrintableASCII(text.utf8Span.span), text.unicodeScalars.contains(where: isControl) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars { append(scalar, to: &shown) }
        return shown
    }

    /// Returns the text in double quotes, which the text cannot end: quotes and backslashes are escaped too.
    package static func quoted(_ text: String) -> String {
        var shown = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { shown += "\\" }
            append(scalar, to: &shown)
        }
        return shown + "\""
    }

    /// Returns an item of a list in a message, quoted unless it is one plain word.
    ///
    /// Without quotes, one name could look like several, or like the words of the message.
    package static func item(_ text: String) -> String {
        isPlain(text.utf8Span.span) ? text : quoted(text)
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        if isControl(scalar) { text += scalar.escaped(asASCII: true) } else { text.unicodeScalars.append(scalar) }
    }

    private static func isPrintableASCII(_ text: Span<UInt8>) -> Bool {
        for position in text.indices where text[position] < 0x20 || text[position] > 0x7E { return false }
        return true
    }

    /// Whether a text is a plain word, such as a host, an address, an identifier, a mailbox or a URI.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for position in text.indices where !isPlain(text[position]) { return false }
        return !text.isEmpty
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "-")...UInt8(ascii: ":"): true
        case UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "+"): true
        default: false
        }
    }
}
