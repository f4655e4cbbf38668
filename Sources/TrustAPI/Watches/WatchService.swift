import MicrohttpdServer
import Synchronization
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustPolicies
import TrustService

/// The open watches, which are evaluated again when something changes on which their verdicts depend.
final class WatchService: Sendable {
    /// The number of evaluations without a verdict after which a watch ends.
    private static let maximumFailures = 5

    private struct State {
        var table = WatchTable()
        /// The serial number of the policies, and the number of changes of evidence, at the last look.
        var seen: (policies: UInt64, evidence: UInt64) = (0, 0)
    }

    let context: APIContext
    let places: WatchPlaces
    /// The streams of decisions, which have places too.
    let decisionStreams: DecisionStreams
    let shared = SharedBytes()
    private let state = Mutex(State())

    init(_ context: APIContext) {
        self.context = context
        places = WatchPlaces(context.watchLimits)
        decisionStreams = DecisionStreams(context)
    }

    private var library: (any EvidenceLibrary)? { context.evaluations.library }

    /// The events of the response to a watch with its first verdict.
    func events(_ watch: Watch, first decision: DecidedVerdict, _ verdict: WatchedVerdict) -> HTTPEvents {
        HTTPEvents(
            first: watch.bytes(of: .verdict, decision),
            ping: WatchEvent.ping,
            began: { [self] in add(watch, verdict, on: $0) },
            lastWords: { WatchEvent.end(Problem($0), retryMilliseconds: 1000) },
            ended: { [self] end in
                context.metrics.watches.count(end)
                if end == .shutdown { context.metrics.watches.count(WatchEvent.end) }
                state.withLock { $0.table.remove(watch) }
            }
        )
    }

    private func add(_ watch: Watch, _ verdict: WatchedVerdict, on stream: HTTPEventStream) {
        context.metrics.watches.count(.verdict)
        let entry = WatchTable.Entry(
            watch: watch,
            stream: stream,
            outcome: verdict.outcome,
            conditions: verdict.conditions
        )
        state.withLock { state in
            state.table.add(entry)
            // Something may have changed since the evaluation. A later change finds the watch in the table.
            state.table.queueIfOutdated(watch, at: moment(since: verdict.conditions.changeCount))
        }
        // The client may have disconnected before the watch was in the table.
        if !stream.isOpen { state.withLock { $0.table.remove(watch) } }
        startNext()
    }

    /// Evaluates the watches that a change concerns: of policies, blocks, evidence or the time.
    func advance() {
        let seen = (context.policies.serial, library?.changeCount ?? 0)
        let now = context.now().instant
        let (last, isDue) = state.withLock { state in
            defer { state.seen = seen }
            return (state.seen, seen != state.seen || state.table.nextEnd.map { $0 <= now } ?? false)
        }
        guard isDue else { return }
        let moment = moment(since: last.evidence)
        state.withLock { $0.table.queueOutdated(at: moment) }
        startNext()
    }

    private func moment(since count: UInt64) -> WatchTable.Moment {
        WatchTable.Moment(
            now: context.now().instant,
            snapshot: context.policies.snapshot,
            changes: library.map { $0.changes(since: count) } ?? [:]
        )
    }

    private func startNext() {
        while true {
            let snapshot = context.policies.snapshot
            let (limit, now) = (context.watchLimits.evaluations, library?.milliseconds ?? 0)
            guard let next = state.withLock({ $0.table.next(ofAtMost: limit, under: snapshot, at: now) }) else {
                return
            }
            let isRunning = next.stream.run { [self] waiting in await evaluate(next, under: snapshot, waiting) }
            if !isRunning { state.withLock { _ = $0.table.finish(next, nil) } }
        }
    }
}

// MARK: One evaluation

extension WatchService {
    private func evaluate(
        _ entry: WatchTable.Entry,
        under snapshot: PolicySnapshot,
        _ waiting: any HTTPWaiting
    ) async {
        context.metrics.watches.countEvaluation()
        do throws(WatchFailure) {
            let verdict = try await verdict(of: entry, under: snapshot, waiting)
            let isSent = send(verdict, to: entry)
            finish(entry, isSent ? verdict : nil)
        } catch {
            fail(entry, error)
        }
        startNext()
    }

    /// Evaluates a watch again, if its client still has the right.
    private func verdict(
        of entry: WatchTable.Entry,
        under snapshot: PolicySnapshot,
        _ waiting: any HTTPWaiting
    ) async throws(WatchFailure) -> WatchedVerdict {
        let watch = entry.watch
        let caller = context.clients.caller(with: watch.credentials)
        let inquiry: Inquiry
        do throws(Problem) {
            try Authorization(of: caller, for: .evaluate).check()
            inquiry = try watch.inquiry.inquiry(in: context)
        } catch {
            throw WatchFailure(problem: error, isTemporary: false)
        }
        let place = WatchWaiting(
            waiting,
            pause: { [self] in pause(entry) },
            resume: { [self] in state.withLock { $0.table.resume(entry) } }
        )
        do throws(InquiryError) {
            return try await context.evaluations.watched(
                inquiry,
                of: context.asker(watch.place, watch.trace, worker: 0),
                under: snapshot,
                in: RequestPlace(place),
                after: entry.outcome,
                searchingSince: entry.searchBegan
            )
        } catch {
            throw WatchFailure(error, mayRead: caller.mayRead)
        }
    }

    /// Sends the event of a verdict; returns false if the blocks have changed in the meantime, or a later evaluation has begun.
    private func send(_ verdict: WatchedVerdict, to entry: WatchTable.Entry) -> Bool {
        guard let decision = verdict.decision else { return true }
        let event = entry.watch.bytes(of: .changed, decision)
        let isSent = entry.stream.send(event) {
            context.policies.blockRevision == verdict.blocks && state.withLock { $0.table.isCurrent(entry) }
        }
        if isSent { context.metrics.watches.count(.changed) }
        return isSent
    }

    private func finish(_ entry: WatchTable.Entry, _ verdict: WatchedVerdict?) {
        state.withLock { state in
            guard state.table.finish(entry, verdict) else { return }
            if let verdict {
                // Changes before this lock have not queued the watch, because it was being evaluated.
                state.table.queueIfOutdated(entry.watch, at: moment(since: verdict.conditions.changeCount))
            } else {
                // The blocks have changed before the event was sent, which the next look finds out.
                state.seen.policies = 0
            }
        }
    }

    private func fail(_ entry: WatchTable.Entry, _ failure: WatchFailure) {
        let retry = context.now().instant.adding(seconds: 1)
        guard let failures = state.withLock({ $0.table.fail(entry, retryAt: retry) }) else { return }
        guard !failure.isTemporary || failures >= Self.maximumFailures else { return }
        if entry.stream.isOpen { context.metrics.watches.count(WatchEvent.end) }
        entry.stream.end(with: WatchEvent.end(failure.problem, retryMilliseconds: failure.isTemporary ? 1000 : nil))
    }

    private func pause(_ entry: WatchTable.Entry) {
        state.withLock { $0.table.pause(entry, under: context.policies.snapshot) }
        startNext()
    }
}
