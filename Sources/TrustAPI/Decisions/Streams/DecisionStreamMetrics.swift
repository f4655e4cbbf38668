import MicrohttpdServer
import Synchronization

/// Counts streams of decisions, their events and their ends.
final class DecisionStreamMetrics: Sendable {
    private struct State {
        var open = 0
        var events: [StreamEvent: Int] = [:]
        var ends: [HTTPEventEnd: Int] = [:]
        var skipped = 0
    }

    private let state = Mutex(State())

    func countBegin() { state.withLock { $0.open += 1 } }

    func countRemoval() { state.withLock { $0.open -= 1 } }

    func count(_ event: StreamEvent, _ count: Int = 1) { state.withLock { $0.events[event, default: 0] += count } }

    func count(_ end: HTTPEventEnd) { state.withLock { $0.ends[end, default: 0] += 1 } }

    /// Counts decisions that a client did not get, as one event.
    func countSkipped(_ count: Int) {
        guard count > 0 else { return }
        state.withLock { state in
            state.events[.skipped, default: 0] += 1
            state.skipped += count
        }
    }

    /// The number of open streams.
    var open: Int { state.withLock { $0.open } }

    /// The number of decisions that clients did not get.
    var skipped: Int { state.withLock { $0.skipped } }

    func events(_ event: StreamEvent) -> Int { state.withLock { $0.events[event] ?? 0 } }

    func ends(_ end: HTTPEventEnd) -> Int { state.withLock { $0.ends[end] ?? 0 } }
}
