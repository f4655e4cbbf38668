package import TrustEvaluation
import TrustModel

extension EvidenceGatherer {
    private enum Event: Sendable {
        /// The outcome of an attempt for the need at a position; nil if the search does not wait for it any longer.
        case outcome(FetchOutcome?, of: EvidenceSearch.Attempt, Int)
        /// The head start of a location or a method is over.
        case wake
        case deadline
    }

    /// Gathers evidence for the needs of one evaluation.
    ///
    /// A need is met by the first location that answers. A silent location or method has a head start
    /// (``EvidenceBounds/headStart``, at most a third of the time); then the next one is asked too. If all evidence is in
    /// memory, the function does not wait. It ends without evidence soon after its task is canceled; then each request that no
    /// other evaluation waits for is canceled.
    ///
    /// - Parameters:
    ///   - needs: The needs, as ``TrustAnswer/needs`` returns them.
    ///   - milliseconds: The time after which the evaluation does not wait longer. Some requests
    ///     then continue for the memory (``EvidenceBounds/unattended``).
    ///   - client: The client whose request is evaluated.
    ///   - allowance: The fetches that the request may still cause.
    /// - Returns: One result for each need.
    package func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for client: ClientShare = .connection(0),
        _ allowance: FetchAllowance = FetchAllowance()
    ) async -> GatheredEvidence {
        // A silent method must leave enough time for the other one, also if the search is short.
        var search = EvidenceSearch(needs, headStart: min(headStart, milliseconds / 3))
        for (index, need) in search.needs.enumerated() {
            guard let result = storedResult(for: need) else { continue }
            refresh([need])
            search.recall(index, result)
        }
        let start = clock.milliseconds
        let first = search.begin(at: start)
        if !search.isOver {
            await run(&search, startingWith: first, until: start + milliseconds, for: client, within: allowance)
        }
        guard search.isOver else { return GatheredEvidence() }
        var (evidence, unanswered) = search.end
        for result in evidence.results where result.origin != nil { follow(result.need) }
        for result in unanswered.compactMap(revokingResult) { evidence.add(result) }
        return evidence
    }

    /// Asks locations until the search is over, its deadline has passed, or its task is canceled.
    private func run(
        _ search: inout EvidenceSearch,
        startingWith first: EvidenceSearch.Step,
        until deadline: Int64,
        for client: ClientShare,
        within allowance: FetchAllowance
    ) async {
        search = await withTaskGroup(of: Event.self) { [search] group in
            var (search, step) = (search, first)
            var hasDeadline = false
            repeat {
                for (index, location) in step.asks {
                    let need = search.needs[index]
                    let attempt = makeAttempt(need, at: location)
                    search.note(attempt, of: index)
                    group.addTask { [fetches] in
                        let outcome = await fetches.outcome(of: attempt, for: need, of: client, allowance)
                        return .outcome(outcome, of: attempt, index)
                    }
                }
                if let time = step.wakeTime {
                    group.addTask { [clock] in
                        await clock.sleep(untilMilliseconds: time)
                        return .wake
                    }
                }
                if !hasDeadline {
                    hasDeadline = true
                    group.addTask { [clock] in
                        await clock.sleep(untilMilliseconds: deadline)
                        return .deadline
                    }
                }
                guard let event = await group.next(), !Task.isCancelled else { break }
                step = receive(event, &search)
            } while !search.isOver
            // Requests for which there is still use continue, so their attempts leave before the tasks end.
            if search.isOver {
                for attempt in search.attempts { fetches.leave(attempt.target, attempt.id, continues: true) }
            }
            group.cancelAll()
            return search
        }
    }

    /// Returns what to do after an event.
    private func receive(_ event: Event, _ search: inout EvidenceSearch) -> EvidenceSearch.Step {
        let now = clock.milliseconds
        switch event {
        case .wake: break
        case .deadline:
            let asked = search.attempts.map {
                ($0.id, fetches.askedMilliseconds($0.target, since: $0.startedAt, until: now))
            }
            search.expire(at: now, asked: Dictionary(asked, uniquingKeysWith: max))
            return EvidenceSearch.Step()
        case .outcome(nil, _, _): return EvidenceSearch.Step()
        case .outcome(let outcome?, let attempt, let index):
            switch outcome.result {
            case .failure(let failure, let evidence):
                search.fail(index, attempt, with: failure, leaving: evidence, retryAfter: outcome.retryAfter)
            case .answer(let content, let origin):
                // Searches share the request, and the evidence may meet the needs of others only.
                if let code = mismatch(of: content, for: search.needs[index]) {
                    let milliseconds = if case .network(_, let milliseconds) = origin { milliseconds } else { 0 }
                    let failure = FailedFetch(url: attempt.target.location, code: code, milliseconds: milliseconds)
                    search.fail(index, attempt, with: failure, leaving: content.revocation, retryAfter: 0)
                } else {
                    for other in search.succeed(index, attempt, with: content, from: origin) {
                        fetches.leave(other.target, other.id, continues: false)
                    }
                }
            }
        }
        return search.proceed(at: now)
    }

    private func makeAttempt(_ need: EvidenceNeed, at location: String) -> EvidenceSearch.Attempt {
        EvidenceSearch.Attempt(
            target: EvidenceTarget(need, at: location),
            id: fetches.makeID(),
            startedAt: clock.milliseconds
        )
    }
}
