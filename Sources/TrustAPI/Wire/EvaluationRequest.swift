package import TrustService

/// A decoded evaluation request: what the client asks, and the form of the response.
package struct EvaluationRequest: Sendable {
    /// The optional content of a verdict, by its name in `include`.
    package enum Inclusion: String, Sendable, CaseIterable {
        /// The certificates of the path and the key that a pin matched, as PEM.
        case certificates
    }

    /// The question of the client.
    package var inquiry: Inquiry
    /// The optional content of the JSON form of the verdict.
    package var include: Set<Inclusion> = []
    /// The text to copy to the verdict; not longer than ``maximumNonceLength``.
    package var nonce: String?

    /// The maximum length of a nonce in Unicode scalars, enough for a SHA-256 digest in hexadecimal.
    static let maximumNonceLength = 64

    /// Returns whether a text is short enough for a nonce, without scanning all of a long text.
    static func isNonce(_ text: String) -> Bool {
        text.unicodeScalars.prefix(maximumNonceLength + 1).count <= maximumNonceLength
    }
}
