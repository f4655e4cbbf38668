/// Members of a JSON object, encoded without its braces.
///
/// Only `JSONWriter.members` creates them, which escapes all text; so they are written as they are.
package final class EncodedMembers: Sendable {
    /// The text in UTF-8.
    package let bytes: [UInt8]

    /// Creates members from their complete text: names, values, and the commas between them.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
