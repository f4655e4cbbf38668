import TrustModel

/// Formats untrusted text for messages.
package enum QuotedText {
    /// Returns the text in backticks, truncated after 64 characters, with backticks and control characters escaped.
    package static func of(_ text: String) -> String {
        let shown = excerpt(text, ofAtMost: 64).unicodeScalars.map { scalar in
            scalar == "`" ? "\\u{60}" : String(scalar)
        }
        return "`" + printable(shown.joined()) + "`"
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
    package static func printable(_ text: String) -> String { VisibleText.escaped(text) }

    /// Returns a text of several lines, in which all control characters but line feeds and tabs are escaped.
    package static func printableLines(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            let isLayout = scalar == "\n" || scalar == "\t"
            if !isLayout, VisibleText.isControl(scalar) {
                shown += scalar.escaped(asASCII: true)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
