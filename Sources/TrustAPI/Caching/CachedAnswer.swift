import TrustEvaluation
import TrustEvidence
import TrustModel

/// A cached response with a verdict.
final class CachedAnswer: Sendable {
    let verdict: EncodedVerdict
    let status: Int
    let outcome: Verdict.Outcome
    let reasons: [ReasonCode]
    /// The last second at which clients may reuse the response; nil if they may not reuse it.
    let reusableUntil: Instant?
    /// The evaluation time that the request specifies; nil for the current time.
    let instant: Instant?
    /// The end of the reuse that scripts allow, in the time of the clock; nil if they do not limit it.
    let scriptedEnd: Instant?
    /// The serial number of the policy snapshot used for the evaluation.
    private let snapshot: UInt64
    /// The time during which the response is valid.
    private let seconds: ClosedRange<Instant>
    /// The evidence in memory before the evaluation; nil if the verdict does not depend on it.
    private let basis: EvidenceBasis?

    /// Creates an entry from a verdict, its JSON form and the evidence in memory on which it depends.
    ///
    /// Scripts limit the time from the evaluation at `now`, even if the request specifies another time.
    init(
        _ verdict: Verdict,
        _ encoded: EncodedVerdict,
        status: Int,
        instant: Instant?,
        reusableUntil: Instant?,
        under snapshot: UInt64,
        _ basis: EvidenceBasis?,
        from now: Instant
    ) {
        self.verdict = encoded.compact
        self.status = status
        outcome = verdict.outcome
        reasons = verdict.reasons.map(\.code)
        self.reusableUntil = reusableUntil
        self.instant = instant
        self.snapshot = snapshot
        self.basis = basis
        scriptedEnd = verdict.reusableSeconds.map { now.adding(seconds: $0) }
        // If the request specifies a time, the verdict does not depend on the current time.
        if instant != nil, basis != nil, verdict.stableUntil == verdict.evaluatedAt, verdict.lacksEvidence {
            // Evidence that could not be fetched may be found by the next request, at any time of evaluation.
            seconds = now...now
        } else if let limit = verdict.reusableSeconds, instant != nil {
            seconds = now...now.adding(seconds: max(1, limit) - 1)
        } else if instant == nil {
            seconds = verdict.evaluatedAt...max(verdict.evaluatedAt, verdict.rememberedUntil)
        } else {
            seconds = Instant(secondsSince1970: .min)...Instant(secondsSince1970: .max)
        }
    }

    private init(copying other: CachedAnswer) {
        verdict = other.verdict.compact
        status = other.status
        outcome = other.outcome
        reasons = other.reasons.map(\.self)
        reusableUntil = other.reusableUntil
        instant = other.instant
        scriptedEnd = other.scriptedEnd
        snapshot = other.snapshot
        seconds = other.seconds
        basis = other.basis
    }

    /// A copy that shares no memory with this entry.
    var copy: CachedAnswer { CachedAnswer(copying: self) }

    func isValid(under snapshot: UInt64, at now: Instant) -> Bool {
        snapshot == self.snapshot && seconds.contains(now) && basis?.isCurrent ?? true
    }
}

extension Verdict {
    /// Whether an answer about revocation, or an issuer, is missing.
    fileprivate var lacksEvidence: Bool { evidence.contains { $0.outcome == .unknown || $0.outcome == .missing } }

    /// The longest time, in seconds, for which a verdict with fetched evidence is remembered.
    ///
    /// Such evidence is refreshed from half of its lifetime, but only an evaluation that uses it starts the refresh. The
    /// facts about its age are those of the evaluation.
    private static let longestWithoutRefresh: Int64 = 60

    /// The last second at which the verdict is remembered, if its time of evaluation is the current time.
    fileprivate var rememberedUntil: Instant {
        guard evidence.contains(where: { $0.source == .cache || $0.source == .network }) else { return stableUntil }
        return min(stableUntil, evaluatedAt.adding(seconds: Self.longestWithoutRefresh - 1))
    }
}
