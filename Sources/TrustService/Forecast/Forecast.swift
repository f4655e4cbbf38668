package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// How the decision on an inquiry changes if nothing but the time changes.
package struct Forecast: Sendable {
    /// A time and the verdict from then on.
    package struct Stage: Sendable {
        /// The first second of the verdict.
        package let begin: Instant
        /// The verdict at that second.
        package let verdict: Verdict
        /// The last verdict before; nil at the beginning.
        package let previous: Verdict?
    }

    /// The verdict at the beginning, and the first one after each change of the action; never empty.
    package let stages: [Stage]
    /// The requirements of the web's calendar on the certificate that replaces the leaf, up to the end of the forecast.
    package let renewals: [RenewalNotice]

    /// The first stage that does not allow the chain; nil if there is none.
    package var end: Stage? { stages.first { $0.verdict.action != .allow } }
}

extension Evaluations {
    /// The longest time between two evaluations if a verdict holds for a shorter one, in seconds.
    private static let step: Int64 = 86400

    /// Evaluates an inquiry at the times at which its verdict can change, with the evidence at hand.
    ///
    /// A verdict knows until when it holds, so the next evaluation is a second later. A verdict that quotes the time holds for
    /// one second only. The next evaluation is then a day later, and the second of a change is searched by bisection, so
    /// that a change is missed if it is undone within the same day.
    ///
    /// With `endsWhenDenied`, the forecast ends at the first verdict that does not allow the chain.
    ///
    /// - Complexity: about one evaluation for each day on which verdicts quote the time, and 17 for each change.
    /// - Throws: ``InquiryError`` if there is no verdict.
    package func forecast(
        on inquiry: Inquiry,
        under snapshot: PolicySnapshot,
        from begin: Instant,
        until end: Instant,
        endsWhenDenied: Bool = false
    ) throws(InquiryError) -> Forecast {
        var inquiry = inquiry
        inquiry.instant = nil
        var (time, current) = (begin, try verdict(on: inquiry, under: snapshot, now: begin))
        var stages = [Forecast.Stage(begin: begin, verdict: current, previous: nil)]
        // The last second is evaluated too, if a verdict holds for less than the rest of the time.
        while time < end, !endsWhenDenied || current.action == .allow,
            let next = Self.time(after: current, at: time, under: snapshot).map({ min($0, end) })
        {
            var (later, known) = (try verdict(on: inquiry, under: snapshot, now: next), next)
            if later.action != current.action {
                var same = max(time, min(Self.end(of: current, at: time, under: snapshot), next.adding(seconds: -1)))
                while known.secondsSince1970 - same.secondsSince1970 > 1 {
                    let middle = same.adding(seconds: (known.secondsSince1970 - same.secondsSince1970) / 2)
                    let between = try verdict(on: inquiry, under: snapshot, now: middle)
                    if between.action == current.action { same = middle } else { (known, later) = (middle, between) }
                }
                stages.append(Forecast.Stage(begin: known, verdict: later, previous: current))
            }
            (time, current) = (known, later)
        }
        let renewals = try renewals(of: inquiry, after: stages[0].verdict, under: snapshot)
        return Forecast(stages: stages, renewals: renewals.filter { $0.date <= end })
    }

    /// Returns the requirements on the certificate that replaces the leaf of a verdict; none if the chain is not allowed.
    private func renewals(
        of inquiry: Inquiry,
        after verdict: Verdict,
        under snapshot: PolicySnapshot
    ) throws(InquiryError) -> [RenewalNotice] {
        guard verdict.action == .allow else { return [] }
        let (match, _) = try selection(of: inquiry.policy, host: inquiry.host, under: snapshot)
        return if case .policy(let policy) = match { policy.renewalNotices(for: verdict.path) } else { [] }
    }

    /// The last second at which a verdict holds under the blocks in force.
    private static func end(of verdict: Verdict, at time: Instant, under snapshot: PolicySnapshot) -> Instant {
        let byClock = verdict.reuse.seconds.map { time.adding(seconds: max(1, $0) - 1) }
        let ends = [byClock, snapshot.blocks.unchangedUntil(from: time)].compactMap(\.self)
        return ends.reduce(verdict.reuse.stableUntil, min)
    }

    /// The time of the evaluation after one; nil if its verdict holds forever.
    private static func time(after verdict: Verdict, at time: Instant, under snapshot: PolicySnapshot) -> Instant? {
        let end = end(of: verdict, at: time, under: snapshot)
        guard end.secondsSince1970 < .max else { return nil }
        return max(end.adding(seconds: 1), time.adding(seconds: step))
    }
}
