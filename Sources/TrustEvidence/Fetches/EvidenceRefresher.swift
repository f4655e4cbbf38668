import Synchronization
import TrustEvaluation
import TrustModel

/// Fetches evidence again that was used since its last fetch, when half of its lifetime has passed, without any evaluation.
///
/// One task waits for the evidence that is next. Evidence is followed until its next fetch; then verdicts that depend on
/// evidence are outdated, so that the next evaluation decides whether it is still used.
final class EvidenceRefresher: Sendable {
    private struct State {
        var followed: [EvidenceTarget: (need: EvidenceNeed, time: Instant)] = [:]
        /// The wait for the evidence that is next, and its time; nil while nothing is followed.
        var sleep: (task: Task<Void, Never>, until: Instant)?
        var isRunning = false

        /// Returns whether there is a place for evidence, if necessary after that of the furthest refresh was freed.
        ///
        /// `note` ends the verdicts that rely on the refresh of the evidence that is no longer followed.
        mutating func makePlace(for time: Instant, of maximum: Int, _ note: () -> Void) -> Bool {
            guard followed.count >= maximum else { return true }
            guard let furthest = followed.max(by: { $0.value.time < $1.value.time }), time < furthest.value.time else {
                return false
            }
            followed[furthest.key] = nil
            note()
            return true
        }
    }

    /// The longest wait, in seconds: a clock that was set forward, or a computer that slept, delays a refresh by no more.
    private static let longestSleep: Int64 = 3600

    private let maximum: Int
    private let fetches: SharedFetches
    private let state = Mutex(State())

    init(_ fetches: SharedFetches) {
        self.fetches = fetches
        maximum = fetches.reader.bounds.followed
    }

    /// Ends the task, which waits without a reference to the refresher.
    deinit { state.withLock { $0.sleep?.task.cancel() } }

    /// Follows evidence, if necessary instead of that whose refresh is the furthest away.
    ///
    /// A delta CRL is not followed: its need keeps the complete CRL in memory.
    func follow(_ target: EvidenceTarget, for need: EvidenceNeed, until time: Instant) {
        guard need.base == nil else { return }
        let (mustStart, later) = state.withLock { state -> (Bool, Task<Void, Never>?) in
            guard state.followed[target] != nil || state.makePlace(for: time, of: maximum, fetches.store.changes.note)
            else { return (false, nil) }
            state.followed[target] = (need, time)
            defer { state.isRunning = true }
            return (!state.isRunning, state.sleep.flatMap { time < $0.until ? $0.task : nil })
        }
        later?.cancel()
        guard mustStart else { return }
        Task(executorPreference: fetches.reader.ports.executor) { [weak self] in
            while let sleep = self?.proceed() { await sleep.value }
        }
    }

    func isFollowing(_ target: EvidenceTarget) -> Bool { state.withLock { $0.followed[target] != nil } }

    /// Fetches what is due, and returns the wait for what is next; nil if nothing is followed any longer.
    private func proceed() -> Task<Void, Never>? {
        let clock = fetches.clock
        let now = clock.now
        let (due, sleep) = state.withLock { state in
            let due = state.followed.filter { $0.value.time <= now }
            for target in due.keys { state.followed[target] = nil }
            state.sleep = state.followed.values.map(\.time).min().map { next in
                let until = min(next, now.adding(seconds: Self.longestSleep))
                let seconds = until.secondsSince1970 - now.secondsSince1970
                let time = clock.milliseconds + seconds * 1000
                let executor = fetches.reader.ports.executor
                return (Task(executorPreference: executor) { await clock.sleep(untilMilliseconds: time) }, until)
            }
            state.isRunning = state.sleep != nil
            return (due, state.sleep?.task)
        }
        for (target, followed) in due { fetches.refresh(target, for: followed.need) }
        if !due.isEmpty { fetches.store.changes.note() }
        return sleep
    }
}
