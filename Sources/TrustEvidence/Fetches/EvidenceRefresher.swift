import Synchronization
import TrustEvaluation
import TrustModel

/// Fetches evidence again that was used since its last fetch, when half of its lifetime has passed, without any evaluation.
///
/// One task waits for the evidence that is next. Evidence is followed until its next fetch; then verdicts that depend on
/// evidence are outdated, so that the next evaluation decides whether it is still used. Evidence on which a watched verdict
/// depends (``WatchedTopics``) is followed as long as it is watched, because no evaluation follows if it has not changed.
final class EvidenceRefresher: Sendable {
    private struct Followed {
        let need: EvidenceNeed
        let time: Instant
        /// The number of fetches since the time of the evidence in memory.
        var fetches = 0
    }

    private struct State {
        var followed: [EvidenceTarget: Followed] = [:]
        /// The wait for the evidence that is next, and its time; nil while nothing is followed.
        var sleep: (task: Task<Void, Never>, until: Instant)?
        var isRunning = false

        /// Returns whether there is a place for evidence, if necessary after that of the furthest refresh was freed.
        ///
        /// `note` ends the verdicts that rely on the refresh of the evidence that is no longer followed.
        mutating func makePlace(for time: Instant, of maximum: Int, _ note: (EvidenceTopic) -> Void) -> Bool {
            guard followed.count >= maximum else { return true }
            guard let furthest = followed.max(by: { $0.value.time < $1.value.time }), time < furthest.value.time else {
                return false
            }
            followed[furthest.key] = nil
            note(furthest.key.key.topic)
            return true
        }

        /// Removes and returns the evidence whose time has come.
        mutating func takeDue(at now: Instant) -> [EvidenceTarget: Followed] {
            let due = followed.filter { $0.value.time <= now }
            for target in due.keys { followed[target] = nil }
            return due
        }
    }

    /// The longest wait, in seconds: a clock that was set forward, or a computer that slept, delays a refresh by no more.
    private static let longestSleep: Int64 = 3600

    /// The shortest time until evidence is fetched again, in seconds.
    ///
    /// A location that allows shorter lifetimes would be asked too often as long as a watch is open; its evidence is not followed.
    private static let shortestPause: Int64 = 5
    /// The longest time until a fetch of watched evidence is looked at again, in seconds.
    private static let longestPause: Int64 = 60

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
            state.followed[target] = Followed(need: need, time: time)
            defer { state.isRunning = true }
            return (!state.isRunning, state.sleep.flatMap { time < $0.until ? $0.task : nil })
        }
        later?.cancel()
        guard mustStart else { return }
        Task(executorPreference: fetches.reader.ports.executor) { [weak self] in
            while let sleep = self?.proceed() { await sleep.value }
        }
    }

    /// Whether evidence may be followed from a time on.
    static func permits(_ entry: StoredEvidence, at now: Instant) -> Bool {
        now.adding(seconds: shortestPause) <= entry.refreshAt
    }

    func isFollowing(_ target: EvidenceTarget) -> Bool { state.withLock { $0.followed[target] != nil } }

    /// Fetches what is due, and returns the wait for what is next; nil if nothing is followed any longer.
    private func proceed() -> Task<Void, Never>? {
        let clock = fetches.clock
        let now = clock.now
        let (due, sleep) = state.withLock { state in
            var due = state.takeDue(at: now)
            for (target, followed) in due {
                let (mustFetch, next) = proceed(with: target, followed, at: now)
                state.followed[target] = next
                if !mustFetch { due[target] = nil }
            }
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
        if due.values.contains(where: { $0.fetches == 0 }) { fetches.store.changes.note() }
        return sleep
    }

    /// Decides about evidence whose time has come: whether it is fetched, and how it is followed from then on.
    private func proceed(
        with target: EvidenceTarget,
        _ followed: Followed,
        at now: Instant
    ) -> (mustFetch: Bool, next: Followed?) {
        let topic = target.key.topic
        guard fetches.store.watched.contains(topic) else { return (followed.fetches == 0, nil) }
        guard let entry = fetches.store.evidence(for: target.key, at: now) else {
            // No fetch was successful, so the watched verdicts must be evaluated without this evidence.
            fetches.store.changes.note(topic)
            return (false, nil)
        }
        guard entry.refreshAt <= now else {
            if Self.permits(entry, at: now) { return (false, Followed(need: followed.need, time: entry.refreshAt)) }
            fetches.store.changes.note(topic)
            return (false, nil)
        }
        let pause = min(1 << min(followed.fetches, 6), Self.longestPause)
        let time = min(now.adding(seconds: pause), entry.end.adding(seconds: 1))
        return (true, Followed(need: followed.need, time: time, fetches: followed.fetches + 1))
    }
}
