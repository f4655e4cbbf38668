/// The name of a member that is a literal of the source code and needs no escapes.
///
/// Only the compiler creates names; a gate refuses code that does. Unlike a `StaticString`, a literal of this
/// type needs no conversion to be written.
package struct JSONName: ExpressibleByStringLiteral {
    /// The literal.
    package let text: String

    /// Creates a name from a literal.
    package init(stringLiteral text: String) {
        assert(PlainText.end(in: text.utf8Span.span, from: 0) == text.utf8.count, "the literal needs escapes")
        self.text = text
    }
}
