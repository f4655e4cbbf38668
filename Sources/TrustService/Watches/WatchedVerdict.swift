package import TrustEvaluation
import TrustModel

/// The part of a verdict whose changes a watch reports.
package struct WatchedOutcome: Sendable, Equatable {
    private let action: Verdict.Action
    private let principal: Principal?

    /// Takes the part of a verdict.
    package init(_ verdict: Verdict) {
        action = verdict.action
        principal = verdict.principal
    }
}

/// The result of an evaluation for a watch.
package struct WatchedVerdict: Sendable {
    /// The decision; nil if the outcome is the same as before, so that the client gets no answer.
    package let decision: DecidedVerdict?
    /// The outcome.
    package let outcome: WatchedOutcome
    /// The conditions under which the verdict need not be evaluated again.
    package let conditions: WatchConditions
    /// The serial number of the blocks under which the verdict is.
    package let blocks: UInt64
}
