package import TrustEvaluation
package import TrustModel
package import TrustService

extension DecisionAnswer {
    /// The length in bytes above which no text is stored, ten times that of verdicts on ordinary chains.
    static let maximumBytes = 64 << 10

    /// Encodes a verdict as in responses, without the members that each request or decision has of its own.
    ///
    /// Returns nil if the text is too long.
    package convenience init?(of verdict: Verdict, sha256: ([UInt8]) -> Fingerprint) {
        let text = VerdictEncoder.common(verdict)
        guard text.count <= Self.maximumBytes else { return nil }
        self.init(text, digest: sha256(text))
    }
}
