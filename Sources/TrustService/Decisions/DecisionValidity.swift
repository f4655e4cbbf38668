import TrustEvaluation
import TrustEvidence
package import TrustModel

/// The conditions under which a verdict may be given again to the same question.
package struct DecisionValidity: Sendable {
    /// The end of the reuse that scripts allow, in the time of the clock; nil if they do not limit it.
    package let scriptedEnd: Instant?
    /// The serial number of the policy snapshot used for the evaluation.
    private let snapshot: UInt64
    /// The times of the clock at which the verdict is valid.
    private let seconds: ClosedRange<Instant>
    /// The memory of evidence before the evaluation; nil if the verdict does not depend on it.
    private let basis: EvidenceBasis?

    /// The use of the library of evidence by a verdict.
    struct UsedEvidence {
        /// The memory before the evaluation.
        let basis: EvidenceBasis
        /// Whether all of it is going to be fetched again without another evaluation.
        let isFollowed: Bool
        /// Whether everything was found that was looked for.
        let isComplete: Bool
    }

    /// The longest time, in seconds, without another evaluation if no one else fetches the evidence again.
    private static let longestWithoutRefresh: Int64 = 60

    /// Creates the conditions for a verdict, evaluated at `now` in the time of the clock.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - isTimed: Whether the question specifies its time, so that the verdict does not depend on the clock.
    ///   - end: The last second of the clock with the same blocks in force; nil without limit.
    ///   - now: The time of the clock. Scripts and missing evidence limit the time from it, even if the question
    ///     specifies another time.
    ///   - snapshot: The serial number of the policies.
    ///   - used: The use of the library; nil if the verdict does not depend on it.
    init(
        _ verdict: Verdict,
        isTimed: Bool,
        until end: Instant? = nil,
        from now: Instant,
        under snapshot: UInt64,
        used: UsedEvidence?
    ) {
        self.snapshot = snapshot
        basis = used?.basis
        scriptedEnd = verdict.reuse.seconds.map { now.adding(seconds: $0) }
        var limit: Int64?
        if let used, !used.isComplete, verdict.reuse.stableUntil == verdict.evaluatedAt {
            // Evidence that could not be fetched may be found by the next request, at any time of evaluation.
            limit = 1
        } else if let used, !used.isFollowed {
            limit = Self.longestWithoutRefresh
        }
        guard isTimed else {
            let last = [verdict.reuse.stableUntil, limit.map { now.adding(seconds: $0 - 1) }, end].compactMap(\.self)
            seconds = verdict.evaluatedAt...max(verdict.evaluatedAt, last.min() ?? verdict.evaluatedAt)
            return
        }
        limit = [limit, verdict.reuse.seconds.map { max(1, $0) }].compactMap(\.self).min()
        guard limit != nil || end != nil else {
            seconds = Instant(secondsSince1970: .min)...Instant(secondsSince1970: .max)
            return
        }
        let last = [limit.map { now.adding(seconds: $0 - 1) }, end].compactMap(\.self).min() ?? now
        seconds = now...max(now, last)
    }

    /// Whether the verdict is valid under the policies with a serial number, at a time of the clock.
    package func holds(under snapshot: UInt64, at now: Instant) -> Bool {
        snapshot == self.snapshot && seconds.contains(now) && basis?.isCurrent ?? true
    }
}
