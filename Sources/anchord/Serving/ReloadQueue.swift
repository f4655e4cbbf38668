import Dispatch
import Synchronization

/// Runs at most one reload at a time, with at most one more waiting.
///
/// A reload reads all files when it starts, so it covers every request made before its start.
final class ReloadQueue<Outcome: Sendable>: Sendable {
    /// Receives the outcome of the reload that covers a request; nil if the queue was closed before that reload began.
    typealias Completion = @Sendable (Outcome?) -> Void

    /// One reload, and the requests that it covers.
    private struct Reload {
        /// The triggers of the requests, without repetitions, up to ``maximumTriggers``.
        var triggers: [String] = []
        var completions: [Completion] = []

        mutating func add(_ trigger: String, _ completion: Completion?) {
            if triggers.count < maximumTriggers, !triggers.contains(trigger) { triggers.append(trigger) }
            if let completion { completions.append(completion) }
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

    /// Requests a reload and returns immediately; `completion` is called exactly once, on any thread.
    func add(_ trigger: String, completion: Completion? = nil) {
        let (isClosed, mustStart) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            defer { state.isRunning = true }
            state.waiting = state.waiting ?? Reload()
            state.waiting?.add(trigger, completion)
            return (false, !state.isRunning)
        }
        if isClosed { completion?(nil) }
        if mustStart { queue.async { [self] in run() } }
    }

    /// Requests a reload, and returns the outcome of the one that covers the request; nil if the queue is closed before.
    func reload(_ trigger: String) async -> Outcome? {
        await withCheckedContinuation { continuation in
            add(trigger) { continuation.resume(returning: $0) }
        }
    }

    /// Drops the waiting reload and ignores further requests.
    func close() {
        let dropped = state.withLock { state in
            defer { (state.isClosed, state.waiting) = (true, nil) }
            return state.waiting
        }
        for completion in dropped?.completions ?? [] { completion(nil) }
    }

    private func run() {
        while let next = state.withLock({ $0.next() }) {
            let outcome = reload(next.triggers)
            for completion in next.completions { completion(outcome) }
        }
    }
}
