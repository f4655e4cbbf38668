/// Shows text from outside within a message.
package enum QuotedText {
    /// The text in backticks, cut after 64 characters, with control characters spelt out so that it cannot forge lines.
    package static func of(_ text: String) -> String {
        "`" + printable(excerpt(text, ofAtMost: 64)) + "`"
    }

    /// The text where it is short, else its first characters (Unicode scalars) and `…`; without looking at the rest.
    package static func excerpt(_ text: String, ofAtMost count: Int = 256) -> String {
        if text.utf8.count <= count { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    /// The text with control characters and line separators spelt out.
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

    /// Whether a character controls a terminal, ends a line, or changes the order or the look of the text around it: controls,
    /// line and paragraph separators, and format characters such as bidirectional overrides.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
