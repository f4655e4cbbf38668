import Dispatch
import Synchronization

/// Runs reloads one after another, without keeping signals waiting: at most one runs and one waits.
///
/// A reload reads everything anew when it begins, so the one that waits serves every request made until then.
final class ReloadQueue: Sendable {
    private struct State {
        var isRunning = false
        var isWaiting = false
        var isClosed = false

        /// Whether the reload that was asked for begins now.
        mutating func begin() -> Bool {
            guard !isClosed else { return false }
            defer { (isRunning, isWaiting) = (true, isRunning) }
            return !isRunning
        }

        /// Whether another reload follows the one that has ended.
        mutating func end() -> Bool {
            (isRunning, isWaiting) = (isWaiting, false)
            return isRunning
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "anchord.reloads")
    private let reload: @Sendable () -> Void

    /// Takes the function that reloads.
    init(_ reload: @escaping @Sendable () -> Void) {
        self.reload = reload
    }

    /// Whether a reload is running.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Asks for a reload; returns at once.
    func add() {
        guard state.withLock({ $0.begin() }) else { return }
        queue.async { [self] in
            repeat { reload() } while state.withLock { $0.end() }
        }
    }

    /// Drops the reload that waits, and begins none from now on.
    func close() {
        state.withLock { ($0.isClosed, $0.isWaiting) = (true, false) }
    }
}
