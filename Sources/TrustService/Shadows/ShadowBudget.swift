import Synchronization

/// Limits the time of the evaluations of shadows to a part of the time of one processor.
///
/// Under load, verdicts have no shadows rather than being late.
package final class ShadowBudget: Sendable {
    private struct State {
        var available = maximum
        var time: Int64?
    }

    /// The number of nanoseconds that pass for each one of an evaluation.
    private static let ratio: Int64 = 10
    /// The time that is saved up, in nanoseconds: that of a second.
    private static let maximum: Int64 = 100_000_000

    private let state = Mutex(State())

    /// Creates a budget of which nothing is used.
    package init() {}

    /// Whether an evaluation may begin at a time of a stopwatch.
    func permits(at now: Int64) -> Bool {
        state.withLock { state in
            let elapsed = max(0, now - (state.time ?? now))
            state.available = min(Self.maximum, state.available + elapsed / Self.ratio)
            state.time = max(now, state.time ?? now)
            return state.available > 0
        }
    }

    /// Uses the time of an evaluation, which can be more than there is; those after it then wait for as long.
    func spend(_ nanoseconds: Int64) {
        state.withLock { $0.available -= max(0, nanoseconds) }
    }
}
