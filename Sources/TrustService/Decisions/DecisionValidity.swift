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

    /// Creates the conditions for a verdict, evaluated at `now` in the time of the clock.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - isTimed: Whether the question specifies its time, so that the verdict does not depend on the clock.
    ///   - now: The time of the clock. Scripts limit the time from it, even if the question specifies another time.
    ///   - snapshot: The serial number of the policies.
    ///   - basis: The memory of evidence before the evaluation, and whether it is going to be fetched again without another.
    init(
        _ verdict: Verdict,
        isTimed: Bool,
        from now: Instant,
        under snapshot: UInt64,
        basis: (evidence: EvidenceBasis, isFollowed: Bool)?
    ) {
        self.snapshot = snapshot
        self.basis = basis?.evidence
        scriptedEnd = verdict.reusableSeconds.map { now.adding(seconds: $0) }
        if isTimed, basis != nil, verdict.stableUntil == verdict.evaluatedAt, verdict.lacksEvidence {
            // Evidence that could not be fetched may be found by the next request, at any time of evaluation.
            seconds = now...now
        } else if let limit = verdict.reusableSeconds, isTimed {
            seconds = now...now.adding(seconds: max(1, limit) - 1)
        } else if isTimed {
            seconds = Instant(secondsSince1970: .min)...Instant(secondsSince1970: .max)
        } else {
            let end =
                basis?.isFollowed ?? true ? verdict.stableUntil : min(verdict.stableUntil, verdict.endWithoutRefresh)
            seconds = verdict.evaluatedAt...max(verdict.evaluatedAt, end)
        }
    }

    /// Whether the verdict is valid under the policies with a serial number, at a time of the clock.
    package func holds(under snapshot: UInt64, at now: Instant) -> Bool {
        snapshot == self.snapshot && seconds.contains(now) && basis?.isCurrent ?? true
    }
}

extension Verdict {
    /// Whether an answer about revocation, or an issuer, is missing.
    fileprivate var lacksEvidence: Bool { evidence.contains { $0.outcome == .unknown || $0.outcome == .missing } }

    /// The last second at which a verdict is remembered if no one fetches its evidence again.
    ///
    /// The evidence is refreshed from half of its lifetime, if an evaluation uses it.
    fileprivate var endWithoutRefresh: Instant { evaluatedAt.adding(seconds: 59) }
}
