import StructuredDocuments
import TrustPolicies

/// The names of the policy sets that a client may write: one name, or all names that begin with a text.
package struct WritePattern: Sendable, Hashable {
    /// The pattern as configured, such as `pay` or `team-*`.
    package let text: String
    private let prefix: String?

    /// Parses a pattern; nil unless it is a valid name, or the beginning of one followed by `*`.
    package init?(_ text: String) {
        self.text = text
        prefix = text.hasSuffix("*") ? String(text.dropLast()) : nil
        guard PolicyName.isSetName(prefix ?? text) else { return nil }
    }

    /// Returns whether the client may write a set with the name.
    func matches(_ name: String) -> Bool {
        if let prefix { name.utf8.starts(with: prefix.utf8) } else { text.hasSameBytes(as: name) }
    }
}
