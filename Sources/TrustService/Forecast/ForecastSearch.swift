import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// The search for the times at which the verdict on an inquiry changes: one evaluation at a time.
///
/// A verdict knows until when it holds, so the next evaluation is a second later. A verdict that quotes the time holds for
/// one second only. The next evaluation is then a day later, and the second of a change is searched by bisection, so
/// that a change is missed if it is undone within the same day.
package struct ForecastSearch {
    /// A change of the action between two times.
    private struct Change {
        /// The last known second before the change.
        var before: Instant
        /// The first known second after it.
        var after: Instant
        /// The verdict at that second.
        var verdict: Verdict

        var seconds: Int64 { after.secondsSince1970 - before.secondsSince1970 }
    }

    /// The longest time between two evaluations if a verdict holds for a shorter one, in seconds.
    private static let step: Int64 = 86400

    private let evaluations: Evaluations
    private let snapshot: PolicySnapshot
    private let inquiry: Inquiry
    private let end: Instant
    private let endsWhenDenied: Bool
    private var time: Instant
    private var current: Verdict
    /// The change whose second is not known yet.
    private var change: Change?
    private var stages: [Forecast.Stage]

    /// Creates a search from a time to another, and evaluates the inquiry at the first one.
    ///
    /// With `endsWhenDenied`, it ends at the first verdict that does not allow the chain.
    ///
    /// - Throws: ``InquiryError`` if there is no verdict.
    package init(
        on inquiry: Inquiry,
        _ evaluations: Evaluations,
        under snapshot: PolicySnapshot,
        from begin: Instant,
        until end: Instant,
        endsWhenDenied: Bool = false
    ) throws(InquiryError) {
        (self.evaluations, self.snapshot, self.end, self.endsWhenDenied) = (evaluations, snapshot, end, endsWhenDenied)
        var inquiry = inquiry
        inquiry.instant = nil
        self.inquiry = inquiry
        time = begin
        current = try evaluations.verdict(on: inquiry, under: snapshot, now: begin)
        stages = [Forecast.Stage(begin: begin, verdict: current, previous: nil)]
    }

    /// Evaluates the inquiry at the next time; returns false if there is none.
    ///
    /// - Throws: ``InquiryError`` if there is no verdict.
    package mutating func advance() throws(InquiryError) -> Bool {
        if let change {
            try narrow(change)
            return true
        }
        // The last second is evaluated too, if a verdict holds for less than the rest of the time.
        guard time < end, !endsWhenDenied || current.action == .allow, let next = nextTime else { return false }
        let verdict = try verdict(at: next)
        if verdict.action == current.action {
            (time, current) = (next, verdict)
        } else {
            let before = max(time, min(unchangedUntil, next.adding(seconds: -1)))
            settle(Change(before: before, after: next, verdict: verdict))
        }
        return true
    }

    /// Returns the forecast, with what was found so far.
    ///
    /// - Throws: ``InquiryError`` if the policy of the inquiry is gone.
    package func forecast() throws(InquiryError) -> Forecast {
        let renewals = try evaluations.renewals(of: inquiry, after: stages[0].verdict, under: snapshot)
        return Forecast(stages: stages, renewals: renewals.filter { $0.date <= end })
    }

    private func verdict(at time: Instant) throws(InquiryError) -> Verdict {
        try evaluations.verdict(on: inquiry, under: snapshot, now: time)
    }

    /// Evaluates the inquiry between the times of a change.
    private mutating func narrow(_ change: Change) throws(InquiryError) {
        var change = change
        let middle = change.before.adding(seconds: change.seconds / 2)
        let verdict = try verdict(at: middle)
        if verdict.action == current.action {
            change.before = middle
        } else {
            (change.after, change.verdict) = (middle, verdict)
        }
        settle(change)
    }

    /// Adds a change whose second is known, or keeps it.
    private mutating func settle(_ change: Change) {
        guard change.seconds <= 1 else {
            self.change = change
            return
        }
        stages.append(Forecast.Stage(begin: change.after, verdict: change.verdict, previous: current))
        (self.change, time, current) = (nil, change.after, change.verdict)
    }

    /// The last second at which the current verdict holds under the blocks in force.
    private var unchangedUntil: Instant {
        let byClock = current.reuse.seconds.map { time.adding(seconds: max(1, $0) - 1) }
        let ends = [byClock, snapshot.blocks.unchangedUntil(from: time)].compactMap(\.self)
        return ends.reduce(current.reuse.stableUntil, min)
    }

    /// The time of the next evaluation; nil if the current verdict holds forever.
    private var nextTime: Instant? {
        let last = unchangedUntil
        guard last.secondsSince1970 < .max else { return nil }
        return min(end, max(last.adding(seconds: 1), time.adding(seconds: Self.step)))
    }
}
