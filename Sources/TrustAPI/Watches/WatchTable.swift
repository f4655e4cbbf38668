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
        /// The number of the last evaluation; the results of earlier ones are ignored.
        var evaluation: UInt64 = 0
        /// The parts of the policies under which that evaluation began.
        var begun: PolicyDependencies?
        /// The time at which the evaluation began, in milliseconds of the library of evidence.
        ///
        /// It remains if the evaluation begins again.
        var searchBegan: Int64?
        /// The number of evaluations without a verdict since the last one with a verdict.
        var failures = 0
        /// The time of the next evaluation after one without a verdict; nil after one with a verdict.
        var retry: Instant?
    }

    enum Phase {
        case idle
        case queued
        case evaluating
        /// The evaluation waits for evidence.
        case waiting
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
            } else if entry.phase != .waiting {
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
        // An evaluation that waits receives the evidence and the time at its end, but its policies remain those of its beginning.
        if entry.phase == .waiting { return entry.begun != current }
        if let retry = entry.retry { return retry <= moment.now }
        return entry.conditions.dependencies != current
            || entry.conditions.isOver(at: moment.now, after: moment.changes)
    }

    /// Queues a watch that is idle, or whose evaluation waits and is replaced.
    private mutating func queue(_ id: ID) {
        guard let entry = entries[id], entry.phase == .idle || entry.phase == .waiting else { return }
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
    /// Returns the next watch to evaluate under a snapshot; nil if none is queued, or if too many are evaluated.
    ///
    /// `milliseconds` is the time of the library of evidence.
    mutating func next(ofAtMost limit: Int, under snapshot: PolicySnapshot, at milliseconds: Int64) -> Entry? {
        while active < limit, let client = turns.popFirst() {
            guard let id = queues[client]?.popFirst() else { continue }
            if queues[client]?.isEmpty == true { queues[client] = nil } else { turns.append(client) }
            guard var entry = entries[id], entry.phase == .queued else { continue }
            (entry.phase, entry.evaluation) = (.evaluating, entry.evaluation + 1)
            entry.searchBegan = entry.searchBegan ?? milliseconds
            entry.begun = PolicyDependencies(ofPolicyIn: entry.watch.policySet, snapshot)
            entries[id] = entry
            active += 1
            return entry
        }
        return nil
    }

    /// Whether no later evaluation of the watch has begun or is queued.
    func isCurrent(_ evaluated: Entry) -> Bool { current(evaluated) != nil }

    private func current(_ evaluated: Entry) -> Entry? {
        guard let entry = entries[evaluated.watch.id], entry.evaluation == evaluated.evaluation, entry.phase != .queued
        else { return nil }
        return entry
    }

    /// Counts an evaluation that begins to wait; it begins again if the policies have changed since it began.
    mutating func pause(_ evaluated: Entry, under snapshot: PolicySnapshot) {
        active -= 1
        guard let entry = current(evaluated) else { return }
        entries[entry.watch.id]?.phase = .waiting
        if entry.begun != PolicyDependencies(ofPolicyIn: entry.watch.policySet, snapshot) { queue(entry.watch.id) }
    }

    /// Counts an evaluation that continues after a wait.
    mutating func resume(_ evaluated: Entry) {
        active += 1
        if let entry = current(evaluated) { entries[entry.watch.id]?.phase = .evaluating }
    }

    /// Stores the verdict of an evaluation; nil if the former remains because no event was sent.
    ///
    /// - Returns: Whether no later evaluation has begun or is queued, which makes this one void.
    mutating func finish(_ evaluated: Entry, _ verdict: WatchedVerdict?) -> Bool {
        active -= 1
        guard var entry = current(evaluated) else { return false }
        (entry.phase, entry.failures, entry.searchBegan, entry.retry) = (.idle, 0, nil, nil)
        if let verdict { (entry.outcome, entry.conditions) = (verdict.outcome, verdict.conditions) }
        entries[entry.watch.id] = entry
        note(entry.conditions.end)
        return true
    }

    /// Stores the failure of an evaluation, which is repeated at a time; returns the number of failures one after the other,
    /// or nil if a later evaluation has begun.
    mutating func fail(_ evaluated: Entry, retryAt time: Instant) -> Int? {
        active -= 1
        guard var entry = current(evaluated) else { return nil }
        (entry.phase, entry.failures, entry.searchBegan, entry.retry) = (.idle, entry.failures + 1, nil, time)
        entries[entry.watch.id] = entry
        note(time)
        return entry.failures
    }
}
