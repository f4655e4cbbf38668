/// Formats untrusted text for messages.
package enum QuotedText {
    /// Returns the text in backticks, truncated after 64 characters, with control characters escaped.
    package static func of(_ text: String) -> String {
        "`" + printable(excerpt(text, ofAtMost: 64)) + "`"
    }

    /// Returns the first `count` Unicode scalars and `…`, or a shorter text unchanged; does not scan the rest.
    package static func excerpt(_ text: String, ofAtMost count: Int = 256) -> String {
        if text.utf8.count <= count { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// Returns the text with control and format characters and line separators escaped.
    package static func printable(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                shown += scalar.escaped(asASCII: true)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Whether a character could forge output: control characters, line and paragraph separators, and format characters
    /// such as bidirectional overrides.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
