import Synchronization
import TrustEvaluation
import TrustModel

/// One search for the evidence of an evaluation: all certificates at once; the methods and locations of each with a head
/// start for the one before.
final class EvidenceSearch: EvidenceCancellation {
    /// Waiting for one location.
    struct Attempt: Sendable {
        let target: EvidenceTarget
        let id: UInt64
        let startedAt: Int64
    }

    private let gatherer: EvidenceGatherer
    private let client: ClientShare
    private let allowance: FetchAllowance
    /// Nil after the end, so that the search does not keep the objects of its owner.
    private let completion: Mutex<(@Sendable (GatheredEvidence) -> Void)?>
    private let milliseconds: Int64
    private let state: Mutex<State>

    init(
        _ needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        _ gatherer: EvidenceGatherer,
        for client: ClientShare,
        _ allowance: FetchAllowance,
        _ completion: @escaping @Sendable (GatheredEvidence) -> Void
    ) {
        self.gatherer = gatherer
        self.client = client
        self.allowance = allowance
        self.completion = Mutex(completion)
        self.milliseconds = milliseconds
        // A silent method must leave enough time for the other one, also if the search is short.
        state = Mutex(State(needs, headStart: min(gatherer.headStart, milliseconds / 3)))
    }

    func start() {
        let needs = state.withLock { $0.needs }
        for index in needs.indices {
            guard let result = gatherer.storedResult(for: needs[index]) else { continue }
            if result.isAging { gatherer.refresh([needs[index]]) }
            state.withLock { $0.recall(index, result) }
        }
        perform(state.withLock { $0.begin(at: now) })
        guard !state.withLock({ $0.isOver }) else { return }
        schedule(after: milliseconds) { [self] now in
            // The fetches have a lock of their own. An attempt that starts after this line was not asked in time.
            let asked = state.withLock { $0.attempts }.map { ($0.id, gatherer.askedMilliseconds($0, until: now)) }
            return state.withLock { $0.expire(at: now, asked: Dictionary(asked, uniquingKeysWith: max)) }
        }
    }

    /// Stops the search without a result.
    func cancel() {
        guard let end = state.withLock({ $0.cancel() }) else { return }
        for timer in end.timers { timer.cancel() }
        _ = takeCompletion()
        for attempt in end.attempts { gatherer.leave(attempt, continues: false) }
    }

    private var now: Int64 { gatherer.clock.milliseconds }

    private func takeCompletion() -> (@Sendable (GatheredEvidence) -> Void)? {
        completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
    }

    private func schedule(
        after milliseconds: Int64,
        _ event: @escaping @Sendable (_ now: Int64) -> [State.Action]
    ) {
        let timer = gatherer.clock.schedule(afterMilliseconds: max(0, milliseconds)) { [self] in
            perform(event(now))
        }
        if !state.withLock({ $0.attach(timer) }) { timer.cancel() }
    }

    private func perform(_ actions: [State.Action]) {
        for action in actions {
            switch action {
            case .ask(let index, let location): ask(location, for: index)
            case .leave(let attempt): gatherer.leave(attempt, continues: false)
            case .wake(let milliseconds):
                schedule(after: milliseconds) { [self] now in state.withLock { $0.proceed(at: now) } }
            case .complete(let end): complete(end)
            }
        }
    }

    /// Asks one location; if the request may not cause more fetches, only the disk.
    private func ask(_ location: String, for index: Int) {
        let need = state.withLock { $0.needs[index] }
        let attempt = gatherer.makeAttempt(need, at: location)
        guard state.withLock({ $0.note(attempt, of: index) }) else { return }
        let waiter: SharedFetches.Waiter = { [self] outcome in receive(outcome, of: attempt, index, need) }
        guard allowance.take(need.method) else {
            return gatherer.recall(attempt, for: need, insteadOf: .tooManyFetches, waiter)
        }
        gatherer.join(attempt, for: need, of: client, waiter)
        // The search may have ended before it joined.
        if state.withLock({ $0.isOver }) { gatherer.leave(attempt, continues: false) }
    }

    private func receive(_ outcome: FetchOutcome, of attempt: Attempt, _ index: Int, _ need: EvidenceNeed) {
        allowance.takeRepetitions(outcome.repetitions)
        let now = now
        switch outcome.result {
        case .answer(let content, let origin):
            // Searches share the request, and the evidence may meet the needs of others only.
            if let code = gatherer.mismatch(of: content, for: need) {
                let milliseconds = if case .network(_, let milliseconds) = origin { milliseconds } else { 0 }
                let failure = FailedFetch(url: attempt.target.location, code: code, milliseconds: milliseconds)
                return perform(state.withLock { $0.fail(index, attempt, failure, content.revocation, 0, at: now) })
            }
            perform(state.withLock { $0.succeed(index, attempt, content, origin, at: now) })
        case .failure(let failure, let evidence):
            let retryAfter = outcome.retryAfter
            perform(state.withLock { $0.fail(index, attempt, failure, evidence, retryAfter, at: now) })
        }
    }

    private func complete(_ end: State.End) {
        for timer in end.timers { timer.cancel() }
        var evidence = end.evidence
        for need in end.unanswered {
            if let result = gatherer.revokingResult(for: need) { evidence.add(result) }
        }
        for attempt in end.attempts { gatherer.leave(attempt, continues: true) }
        takeCompletion()?(evidence)
    }
}
