import Dispatch
import Synchronization

/// Runs at most one reload at a time, with at most one more waiting.
///
/// A reload reads all files when it starts, so it covers every request made before its start.
final class ReloadQueue<Outcome: Sendable>: Sendable {
    /// A request that waits for the outcome of the reload that covers it.
    private typealias Waiter = CheckedContinuation<Outcome?, Never>

    /// One reload, and the requests that it covers.
    private struct Reload {
        /// The triggers of the requests, without repetitions, up to ``maximumTriggers``.
        var triggers: [String] = []
        var waiters: [Waiter] = []

        mutating func add(_ trigger: String, _ waiter: Waiter?) {
            if triggers.count < maximumTriggers, !triggers.contains(trigger) { triggers.append(trigger) }
            if let waiter { waiters.append(waiter) }
        }
    }

    private struct State {
        var isRunning = false
        var waiting: Reload?
        var isClosed = false

        /// Removes and returns the waiting reload, which the caller must run; without one, clears `isRunning`.
        mutating func next() -> Reload? {
            defer { waiting = nil }
            isRunning = waiting != nil
            return waiting
        }
    }

    /// The maximum number of triggers of one reload that are named.
    private static var maximumTriggers: Int { 8 }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "anchord.reloads")
    private let reload: @Sendable (_ triggers: [String]) -> Outcome

    /// Creates a queue; `reload` runs on a thread of the queue, given the causes of the reload.
    init(_ reload: @escaping @Sendable (_ triggers: [String]) -> Outcome) {
        self.reload = reload
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Requests a reload and returns immediately.
    func add(_ trigger: String) { add(trigger, waiter: nil) }

    private func add(_ trigger: String, waiter: Waiter?) {
        let (isClosed, mustStart) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            defer { state.isRunning = true }
            state.waiting = state.waiting ?? Reload()
            state.waiting?.add(trigger, waiter)
            return (false, !state.isRunning)
        }
        if isClosed { waiter?.resume(returning: nil) }
        if mustStart { queue.async { [self] in run() } }
    }

    /// Requests a reload, and returns the outcome of the one that covers the request; nil if the queue is closed before.
    func reload(_ trigger: String) async -> Outcome? {
        await withCheckedContinuation { add(trigger, waiter: $0) }
    }

    /// Drops the waiting reload and ignores further requests.
    func close() {
        let dropped = state.withLock { state in
            defer { (state.isClosed, state.waiting) = (true, nil) }
            return state.waiting
        }
        for waiter in dropped?.waiters ?? [] { waiter.resume(returning: nil) }
    }

    private func run() {
        while let next = state.withLock({ $0.next() }) {
            let outcome = reload(next.triggers)
            for waiter in next.waiters { waiter.resume(returning: outcome) }
        }
    }
}
