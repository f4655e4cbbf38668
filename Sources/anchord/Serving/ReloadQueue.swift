import Dispatch
import Synchronization

/// Runs at most one reload at a time, with at most one more waiting.
///
/// A reload reads all files when it starts, so one waiting reload serves all requests made until then.
final class ReloadQueue: Sendable {
    private struct State {
        var isRunning = false
        var isWaiting = false
        var isClosed = false

        /// Registers a request; returns whether the caller must start a reload.
        mutating func begin() -> Bool {
            guard !isClosed else { return false }
            defer { (isRunning, isWaiting) = (true, isRunning) }
            return !isRunning
        }

        /// Registers the end of a reload; returns whether the caller must run the waiting reload.
        mutating func end() -> Bool {
            (isRunning, isWaiting) = (isWaiting, false)
            return isRunning
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "anchord.reloads")
    private let reload: @Sendable () -> Void

    init(_ reload: @escaping @Sendable () -> Void) {
        self.reload = reload
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Requests a reload and returns immediately.
    func add() {
        guard state.withLock({ $0.begin() }) else { return }
        queue.async { [self] in
            repeat { reload() } while state.withLock { $0.end() }
        }
    }

    /// Drops the waiting reload and ignores further requests.
    func close() {
        state.withLock { ($0.isClosed, $0.isWaiting) = (true, false) }
    }
}
