/// A text as its UTF-8 bytes: what texts from outside are compared and looked up by (RFC 8259 section 8.3).
///
/// `String` compares and hashes what texts mean, and for that sorts the combining marks behind each character, which takes
/// quadratic time: a key of a few thousand accents would hold up a worker for seconds.
package struct UTF8Text: Sendable, Hashable {
    /// The text.
    package let text: String

    /// Takes a text.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether both have the same bytes.
    package static func == (left: UTF8Text, right: UTF8Text) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(octets: text.utf8Span.span)
    }
}

extension String {
    /// Whether another text has the same bytes in UTF-8.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (bytes, others) = (utf8Span.span, other.utf8Span.span)
        for position in bytes.indices where bytes[position] != others[position] { return false }
        return true
    }
}

extension StringProtocol {
    /// Whether another text has the same bytes in UTF-8.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
