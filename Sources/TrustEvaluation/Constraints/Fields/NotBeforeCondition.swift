package import TrustModel

/// Requires that the validity period of a certificate begins after or before an instant, which is excluded.
package struct NotBeforeCondition: CertificateCondition {
    /// The required side of the instant.
    package enum Side: String, Sendable, CaseIterable {
        case after
        case before
    }

    private let side: Side
    private let instant: Instant

    /// Creates a condition.
    package init(_ side: Side, _ instant: Instant) {
        self.side = side
        self.instant = instant
    }

    /// The side and the instant.
    package var expected: String { "\(side.rawValue) \(instant)" }

    /// Compares notBefore, not the time of evaluation; a malformed time is uncertain.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        guard let notBefore = facts.notBefore else { return .uncertain }
        return ConstraintMatch(side == .after ? notBefore > instant : notBefore < instant)
    }

    /// Returns notBefore.
    package func found(in facts: CertificateFacts) -> String {
        facts.notBefore?.description ?? "a malformed time"
    }
}
