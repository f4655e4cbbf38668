import TrustEvaluation
import TrustModel

/// A verdict's answer, ready to be given again.
final class CachedAnswer: Sendable {
    /// The JSON form.
    let verdict: EncodedVerdict
    /// The status of the answer.
    let status: Int
    /// What was decided.
    let outcome: Verdict.Outcome
    /// The codes of the reasons.
    let reasons: [ReasonCode]
    /// The last second at which clients may use the answer again; nil where they may not at all.
    let reusableUntil: Instant?
    /// The time that the request asks about; nil for the time at which it is asked.
    let instant: Instant?
    /// The policies it was given under.
    private let snapshot: UInt64
    /// When it holds.
    private let seconds: ClosedRange<Instant>

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - verdict: what was decided.
    ///   - encoded: the JSON form of it.
    ///   - status: the status of the answer.
    ///   - instant: the time that the request names; nil where it names none.
    ///   - reusableUntil: the last second at which clients may use the answer again.
    ///   - snapshot: the serial number of the policies.
    ///   - stability: for how long the verdict stays what it is.
    init(
        _ verdict: Verdict,
        _ encoded: EncodedVerdict,
        status: Int,
        instant: Instant?,
        reusableUntil: Instant?,
        under snapshot: UInt64,
        _ stability: CacheLifetime
    ) {
        self.verdict = encoded.compact
        self.status = status
        outcome = verdict.outcome
        reasons = verdict.reasons.map(\.code)
        self.reusableUntil = reusableUntil
        self.instant = instant
        self.snapshot = snapshot
        // What is asked about a time is the same at any other.
        seconds =
            instant == nil
            ? stability.first...max(stability.first, stability.last)
            : Instant(secondsSince1970: .min)...Instant(secondsSince1970: .max)
    }

    private init(copying other: CachedAnswer) {
        verdict = other.verdict.compact
        status = other.status
        outcome = other.outcome
        reasons = other.reasons.map(\.self)
        reusableUntil = other.reusableUntil
        instant = other.instant
        snapshot = other.snapshot
        seconds = other.seconds
    }

    /// The same in memory that it shares with nobody.
    var copy: CachedAnswer { CachedAnswer(copying: self) }

    /// Whether it still counts.
    func counts(under snapshot: UInt64, at now: Instant) -> Bool {
        snapshot == self.snapshot && seconds.contains(now)
    }
}
