import SystemThreads
import TrustService

/// The parts of a log that its work uses.
struct DecisionWorkParts: Sendable {
    let queue: DecisionQueue
    let state: DecisionLogState
    let clock: DecisionLogClock
    let losses: LossReport
    let report: @Sendable (DecisionLogEvent) -> Void
}

/// The work of the thread that takes the decisions of a queue, and records them.
protocol DecisionWork: Sendable {
    var parts: DecisionWorkParts { get }
    /// The longest time without a turn.
    var longestSleep: Duration { get }

    /// Records what has arrived; returns whether there was anything.
    mutating func turn() -> Bool
}

extension DecisionWork {
    var queue: DecisionQueue { parts.queue }
    var state: DecisionLogState { parts.state }
    var clock: DecisionLogClock { parts.clock }
    var losses: LossReport { parts.losses }
    var report: @Sendable (DecisionLogEvent) -> Void { parts.report }

    /// Takes turns until the log stops, and records then what has arrived before.
    mutating func run() {
        var isStopping = false
        while !isStopping {
            // Decisions that arrive before the end of the log are taken after it was noticed.
            isStopping = state.isStopping
            let hadDecisions = turn()
            guard !isStopping else {
                // A decision that was accepted while the last turn began.
                _ = turn()
                break
            }
            // A signal may have ended a wait while a write failed.
            if state.isStopping { continue }
            if hadDecisions {
                // More decisions are recorded at once if they come in quick succession.
                _ = state.writer.wait(for: .milliseconds(20))
            } else if queue.fallAsleep() {
                _ = state.writer.wait(for: longestSleep)
            }
        }
    }
}
