package import TrustModel

/// The time of an evaluation, which can be compared only through the ``Moment`` of the evaluation.
package struct EvaluationTime: Sendable {
    /// The source of the time.
    let source: TimeSource
    fileprivate let instant: Instant
    /// The time that the request specifies; nil if it is that of the clock.
    package var requested: Instant? { source == .request ? instant : nil }
    fileprivate var clock: Instant?

    /// Creates the time of an evaluation.
    ///
    /// - Parameters:
    ///   - instant: The time to evaluate at.
    ///   - source: The source of `instant`.
    ///   - clock: The time of the machine's clock; nil if the decision must not depend on it.
    package init(_ instant: Instant, source: TimeSource = .request, clock: Instant? = nil) {
        self.source = source
        self.instant = instant
        self.clock = clock
    }

    /// The same time for a decision that must not depend on the machine's clock, such as that of a floor.
    package var withoutClock: EvaluationTime { EvaluationTime(instant, source: source) }

    /// Creates the verdict of a decision with the time of its evaluation.
    ///
    /// This use of the time is not remembered, because a cached verdict is sent with the time of the later request.
    func dating(
        _ decision: consuming EvaluatorDecision,
        _ verdict: (_ decision: consuming EvaluatorDecision, _ evaluatedAt: Instant) -> Verdict
    ) -> Verdict {
        verdict(decision, instant)
    }
}

/// The time of one evaluation together with the last second at which all comparisons with it have the same results.
///
/// Everything that decides compares the time here, so that no comparison can be missing in ``stableUntil``. The time
/// itself is private. All paths, members and rules of an evaluation share one moment: a path that was not chosen also
/// affects the verdict.
final class Moment {
    private let instant: Instant
    private let clock: Instant?
    /// The source of the time.
    let source: TimeSource
    /// The last second at which the evaluation would have the same result; the second itself if it quotes the time.
    private(set) var stableUntil = Instant(secondsSince1970: .max)
    /// The last second at which all comparisons have the same results, whether or not texts contain the time.
    private(set) var comparedUntil = Instant(secondsSince1970: .max)
    /// The last second at which everything is valid that was found valid for the present path; nil if nothing ends.
    private(set) var pathEnd: Instant?
    /// The time for which the comparisons with the machine's clock have the same results, in seconds; nil if forever.
    private(set) var clockSeconds: Int64?

    /// Whether the evaluation used evidence that only the present request may use.
    private(set) var isOfOneRequest = false

    /// Begins an evaluation at a time.
    init(_ time: EvaluationTime) {
        (instant, clock, source) = (time.instant, time.clock, time.source)
    }

    /// Whether a period with the given last second has ended.
    func hasEnded(_ last: Instant) -> Bool {
        guard instant <= last else { return true }
        if last < comparedUntil { limit(to: last) }
        limitPath(to: last)
        return false
    }

    /// Whether a period with the given first second has begun.
    func hasBegun(_ first: Instant) -> Bool {
        guard instant < first else { return true }
        limit(to: first.adding(seconds: -1))
        return false
    }

    /// Returns the last second before the next of several times, earliest first; nil if all of them have passed.
    func last(before changes: [Instant]) -> Instant? {
        let next = changes.firstSorted { $0 > instant }
        guard next < changes.count else { return nil }
        let last = changes[next].adding(seconds: -1)
        limit(to: last)
        return last
    }

    /// Whether a certificate is valid, both ends of its validity period included; false if a time is malformed.
    func isWithinValidity(of facts: CertificateFacts) -> Bool {
        guard let notBefore = facts.notBefore, let notAfter = facts.notAfter else { return false }
        return hasBegun(notBefore) && !hasEnded(notAfter)
    }

    /// Whether a period with the given last second has ended according to the machine's clock; true if the decision must
    /// not depend on that clock.
    func hasEndedByClock(_ last: Instant) -> Bool {
        guard let clock, clock <= last else { return true }
        let remaining = last.secondsSince1970 - clock.secondsSince1970
        clockSeconds = min(clockSeconds ?? remaining, remaining)
        return false
    }

    /// The time, for texts and values that contain it; a verdict with them is not the same in the next second.
    var quoted: Instant {
        stableUntil = instant
        return instant
    }

    /// The time, as the end of evidence that only the present request may use; the verdict is not remembered.
    var endOfRequest: Instant {
        isOfOneRequest = true
        return quoted
    }

    /// Asks a script, which may use the time at will, and says for how long its decision may be reused.
    func asking(_ decide: (Instant) -> ScriptDecision) -> ScriptDecision {
        let decision = decide(instant)
        limit(to: instant.adding(seconds: max(1, decision.span ?? 1) - 1))
        return decision
    }

    private func limit(to last: Instant) {
        comparedUntil = min(comparedUntil, last)
        stableUntil = min(stableUntil, last)
    }
}

extension Moment {
    /// Begins the evaluation of another path, whose ``pathEnd`` does not depend on earlier paths.
    func beginPath() { pathEnd = nil }

    /// Notes the end of something that is valid for the present path and was compared before, perhaps for another path.
    ///
    /// Ends in the past are ignored: the policy either accepts what has ended, or rejects the path.
    func limitPath(to last: Instant?) {
        guard let last, instant <= last else { return }
        pathEnd = pathEnd.map { min($0, last) } ?? last
    }
}
