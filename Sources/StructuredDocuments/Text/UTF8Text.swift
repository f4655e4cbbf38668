/// A string that is compared and hashed by its UTF-8 bytes, for untrusted text (RFC 8259 section 8.3).
///
/// `String` compares by canonical equivalence and sorts combining marks, which takes quadratic time: a key of a few
/// thousand accents would block a worker for seconds.
package struct UTF8Text: Sendable, Hashable {
    /// The string.
    package let text: String

    /// Wraps a string.
    package init(_ text: String) {
        self.text = text
    }

    /// Whether both strings have the same UTF-8 bytes.
    package static func == (left: UTF8Text, right: UTF8Text) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Hashes the UTF-8 bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(octets: text.utf8Span.span)
    }
}

extension UTF8Text: ExpressibleByStringLiteral {
    /// Wraps a literal.
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

extension String {
    /// Whether another string has the same UTF-8 bytes.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (bytes, others) = (utf8Span.span, other.utf8Span.span)
        for position in bytes.indices where bytes[position] != others[position] { return false }
        return true
    }
}

extension StringProtocol {
    /// Whether another string has the same UTF-8 bytes.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
