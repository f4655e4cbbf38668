/// Shows text from outside within a message.
package enum QuotedText {
    /// The text in backticks, cut after 64 characters, with control characters spelt out so that it cannot forge lines.
    package static func of(_ text: String) -> String {
        let isLong = text.unicodeScalars.count > 64
        return "`" + printable(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))) + (isLong ? "…`" : "`")
    }

    /// The text with control characters and line separators spelt out.
    package static func printable(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: scalar.escaped(asASCII: true)
            default: String(scalar)
            }
        }.joined()
    }
}
