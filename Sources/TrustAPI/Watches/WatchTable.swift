import MicrohttpdServer
import TrustEvidence
import TrustModel
import TrustPolicies
import TrustService

/// The open watches, and the order in which they are evaluated: a state machine without locks, clocks and threads.
///
/// Clients take turns, so that the watches of one do not delay those of others.
struct WatchTable {
    /// An open watch.
    struct Entry {
        let watch: Watch
        let stream: HTTPEventStream
        var outcome: WatchedOutcome
        var conditions: WatchConditions
        var phase = Phase.idle
        /// The number of evaluations without a verdict since the last one with a verdict.
        var failures = 0
        /// The time of the next evaluation after one without a verdict; nil after one with a verdict.
        var retry: Instant?
    }

    enum Phase {
        case idle
        case queued
        case evaluating
    }

    /// The state of all on which verdicts depend.
    struct Moment {
        let now: Instant
        let snapshot: PolicySnapshot
        /// The parts of the memory of evidence that changed since the last moment; nil if they are unknown.
        var changes: [EvidenceTopic: UInt64]?
    }

    typealias ID = UInt64

    private var entries: [ID: Entry] = [:]
    /// The watches that wait for an evaluation, by client.
    private var queues: [WatchPlaces.Client: ArraySlice<ID>] = [:]
    /// The clients with such watches, in the order of their turns.
    private var turns: ArraySlice<WatchPlaces.Client> = []
    /// The number of evaluations in progress, without those that wait.
    private var active = 0
    /// The first time at which a watch can be due; nil if there is none.
    private(set) var nextEnd: Instant?

    var count: Int { entries.count }

    /// Adds a watch after its first evaluation.
    mutating func add(_ entry: Entry) {
        entries[entry.watch.id] = entry
        note(entry.conditions.end)
    }

    mutating func remove(_ watch: Watch) { entries[watch.id] = nil }

    /// Queues all watches whose verdicts can be others at a moment.
    mutating func queueOutdated(at moment: Moment) {
        var dependencies: [String?: PolicyDependencies] = [:]
        nextEnd = nil
        for (id, entry) in entries {
            let set = entry.watch.policySet
            let current = dependencies[set] ?? PolicyDependencies(ofPolicyIn: set, moment.snapshot)
            dependencies[set] = current
            if Self.isOutdated(entry, at: moment, current) {
                queue(id)
            } else {
                note(entry.retry ?? entry.conditions.end)
            }
        }
    }

    /// Queues a watch if its verdict can be another one at a moment.
    mutating func queueIfOutdated(_ watch: Watch, at moment: Moment) {
        guard let entry = entries[watch.id] else { return }
        let current = PolicyDependencies(ofPolicyIn: watch.policySet, moment.snapshot)
        if Self.isOutdated(entry, at: moment, current) { queue(watch.id) }
    }

    private static func isOutdated(_ entry: Entry, at moment: Moment, _ current: PolicyDependencies) -> Bool {
        if let retry = entry.retry { return retry <= moment.now }
        return entry.conditions.dependencies != current
            || entry.conditions.isOver(at: moment.now, after: moment.changes)
    }

    /// Queues a watch that is idle.
    private mutating func queue(_ id: ID) {
        guard let entry = entries[id], entry.phase == .idle else { return }
        entries[id]?.phase = .queued
        let client = entry.watch.reserved.client
        if queues[client] == nil { turns.append(client) }
        queues[client, default: []].append(id)
    }

    private mutating func note(_ end: Instant?) {
        guard let end else { return }
        nextEnd = nextEnd.map { min($0, end) } ?? end
    }
}

// MARK: Evaluations

extension WatchTable {
    /// Returns the next watch to evaluate; nil if none is queued, or if too many are evaluated.
    mutating func next(ofAtMost limit: Int) -> Entry? {
        while active < limit, let client = turns.popFirst() {
            guard let id = queues[client]?.popFirst() else { continue }
            if queues[client]?.isEmpty == true { queues[client] = nil } else { turns.append(client) }
            guard let entry = entries[id], entry.phase == .queued else { continue }
            entries[id]?.phase = .evaluating
            active += 1
            return entry
        }
        return nil
    }

    /// Counts an evaluation that begins to wait, or that continues or ends.
    mutating func pause() { active -= 1 }

    mutating func resume() { active += 1 }

    /// Stores the verdict of an evaluation; nil if the former remains because no event was sent.
    mutating func finish(_ watch: Watch, _ verdict: WatchedVerdict?) {
        active -= 1
        guard var entry = entries[watch.id] else { return }
        (entry.phase, entry.failures, entry.retry) = (.idle, 0, nil)
        if let verdict { (entry.outcome, entry.conditions) = (verdict.outcome, verdict.conditions) }
        entries[watch.id] = entry
        note(entry.conditions.end)
    }

    /// Stores the failure of an evaluation, which is repeated at a time; returns the number of failures one after the other.
    mutating func fail(_ watch: Watch, retryAt time: Instant) -> Int {
        active -= 1
        guard var entry = entries[watch.id] else { return 0 }
        (entry.phase, entry.failures, entry.retry) = (.idle, entry.failures + 1, time)
        entries[watch.id] = entry
        note(time)
        return entry.failures
    }
}
