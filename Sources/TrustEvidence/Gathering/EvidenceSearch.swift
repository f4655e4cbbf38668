import Synchronization
import TrustEvaluation
import TrustModel

/// One search for the evidence of an evaluation: all needs at once, the locations of each need in turn.
final class EvidenceSearch: EvidenceCancellation {
    /// Waiting for one location.
    struct Attempt: Sendable {
        let target: EvidenceTarget
        let id: UInt64
        let startedAt: Int64
    }

    private let needs: [EvidenceNeed]
    private let gatherer: EvidenceGatherer
    /// Nil after the end, so that the search does not keep the objects of its owner.
    private let completion: Mutex<(@Sendable (GatheredEvidence) -> Void)?>
    private let state: Mutex<State>

    init(
        _ needs: [EvidenceNeed],
        _ gatherer: EvidenceGatherer,
        _ completion: @escaping @Sendable (GatheredEvidence) -> Void
    ) {
        self.needs = needs
        self.gatherer = gatherer
        self.completion = Mutex(completion)
        state = Mutex(State(needs))
    }

    func start(withinMilliseconds milliseconds: Int64) {
        for index in needs.indices {
            if let result = gatherer.storedResult(for: needs[index]) {
                perform(state.withLock { $0.finish(index, with: result) })
            } else {
                attempt(index)
            }
        }
        guard !state.withLock({ $0.isOver }) else { return }
        guard !needs.isEmpty else { return perform(state.withLock { $0.expire(at: 0) }) }
        let timer = gatherer.clock.schedule(afterMilliseconds: max(0, milliseconds)) { [self] in
            let now = gatherer.clock.milliseconds
            perform(state.withLock { $0.expire(at: now) })
        }
        if !state.withLock({ $0.attach(timer) }) { timer.cancel() }
    }

    /// Stops the search without a result.
    func cancel() {
        guard let (timer, attempts) = state.withLock({ $0.cancel() }) else { return }
        timer?.cancel()
        _ = takeCompletion()
        for attempt in attempts { gatherer.leave(attempt, continues: false) }
    }

    private func takeCompletion() -> (@Sendable (GatheredEvidence) -> Void)? {
        completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
    }

    /// Asks the next location of a need, or ends the need if there is none.
    private func attempt(_ index: Int) {
        let need = needs[index]
        guard let location = state.withLock({ $0.nextLocation(of: index) }) else {
            return perform(state.withLock { $0.finish(index) })
        }
        let attempt = gatherer.makeAttempt(need, at: location)
        guard state.withLock({ $0.begin(attempt, of: index) }) else { return }
        gatherer.join(attempt, for: need) { [self] outcome in receive(outcome, of: attempt, index) }
        // The search may have been canceled before it joined.
        if state.withLock({ $0.isCanceled }) { gatherer.leave(attempt, continues: false) }
    }

    private func receive(_ outcome: FetchOutcome, of attempt: Attempt, _ index: Int) {
        switch outcome {
        case .answer(let content, let origin):
            // Searches share the request, and the evidence may meet the needs of others only.
            if let code = gatherer.mismatch(of: content, for: needs[index]) {
                let milliseconds = if case .network(_, let milliseconds) = origin { milliseconds } else { 0 }
                let failure = FailedFetch(url: attempt.target.location, code: code, milliseconds: milliseconds)
                let continues = state.withLock { $0.fail(index, attempt, failure, content.revocation) }
                if continues { self.attempt(index) }
                return
            }
            perform(state.withLock { $0.finish(index, attempt, with: content, origin) })
        case .failure(let failure, let evidence):
            let continues = state.withLock { $0.fail(index, attempt, failure, evidence) }
            if continues { self.attempt(index) }
        }
    }

    private func perform(_ action: State.Action) {
        guard case .complete(var evidence, let unanswered, let timer, let attempts) = action else { return }
        timer?.cancel()
        for index in unanswered {
            if let result = gatherer.endedResult(for: needs[index]) { evidence.add(result) }
        }
        for attempt in attempts { gatherer.leave(attempt, continues: true) }
        takeCompletion()?(evidence)
    }
}
