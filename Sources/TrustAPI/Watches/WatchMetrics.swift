import MicrohttpdServer
import Synchronization

/// Counts the events of watches, their ends, and the evaluations for them.
final class WatchMetrics: Sendable {
    private struct State {
        var events: [WatchEvent: Int] = [:]
        var ends: [HTTPEventEnd: Int] = [:]
        var refused: [ProblemCode: Int] = [:]
        var evaluations = 0
    }

    private let state = Mutex(State())

    func count(_ event: WatchEvent) { state.withLock { $0.events[event, default: 0] += 1 } }

    func count(_ end: HTTPEventEnd) { state.withLock { $0.ends[end, default: 0] += 1 } }

    /// Counts a watch that was refused because of a limit.
    func countRefused(_ code: ProblemCode) { state.withLock { $0.refused[code, default: 0] += 1 } }

    /// Counts an evaluation after the first one.
    func countEvaluation() { state.withLock { $0.evaluations += 1 } }

    func events(_ event: WatchEvent) -> Int { state.withLock { $0.events[event] ?? 0 } }

    func ends(_ end: HTTPEventEnd) -> Int { state.withLock { $0.ends[end] ?? 0 } }

    func refused(_ code: ProblemCode) -> Int { state.withLock { $0.refused[code] ?? 0 } }

    /// The number of watches that ended.
    var ended: Int { state.withLock { $0.ends.values.reduce(0, +) } }

    /// The number of watches that were refused because of a limit.
    var refused: Int { state.withLock { $0.refused.values.reduce(0, +) } }

    var evaluations: Int { state.withLock { $0.evaluations } }
}
