package import TrustModel

/// The text of a verdict in the log of decisions: what all clients get that get the verdict.
///
/// It is created once for each verdict, and many decisions refer to it by its digest.
package final class DecisionAnswer: Sendable {
    /// The SHA-256 of the text.
    package let digest: Fingerprint
    /// One JSON object in UTF-8.
    package let text: [UInt8]

    /// The memory in bytes, rather too high.
    var memory: Int { 128 + text.count }

    /// Creates an answer from its text.
    package init(_ text: [UInt8], digest: Fingerprint) {
        self.text = text
        self.digest = digest
    }
}
