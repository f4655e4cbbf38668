import Synchronization
import TrustService

/// Reports decisions that are lost: the first ones at once, further ones from time to time, and the last ones at the end.
///
/// Workers report too, since the thread that writes may wait for a disk that does not answer.
final class LossReport: Sendable {
    /// The time between two reports, in milliseconds.
    static let interval: UInt64 = 10_000

    private struct State {
        var reported = DecisionQueue.Figures()
        /// The monotonic time, in milliseconds, before which nothing is reported.
        var next: UInt64 = 0

        func isBehind(_ figures: DecisionQueue.Figures) -> Bool {
            figures.dropped > reported.dropped || figures.refused > reported.refused
        }
    }

    private let state = Mutex(State())
    private let clock: DecisionLogClock
    private let report: @Sendable (DecisionLogEvent) -> Void

    init(clock: DecisionLogClock, report: @escaping @Sendable (DecisionLogEvent) -> Void) {
        self.clock = clock
        self.report = report
    }

    /// Returns whether losses were not reported yet.
    func isBehind(_ figures: DecisionQueue.Figures) -> Bool { state.withLock { $0.isBehind(figures) } }

    /// Reports losses that are new; except at the end, only some time after the report before.
    func update(_ figures: DecisionQueue.Figures, atEnd: Bool = false) {
        let now = clock.milliseconds()
        let isDue = state.withLock { state in
            guard state.isBehind(figures), atEnd || now >= state.next else { return false }
            (state.reported, state.next) = (figures, now + Self.interval)
            return true
        }
        if isDue { report(.lost(dropped: figures.dropped, refused: figures.refused)) }
    }
}
