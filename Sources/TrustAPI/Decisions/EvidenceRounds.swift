package import MicrohttpdServer
import Synchronization
import TrustEvaluation
package import TrustEvidence
import TrustModel

/// Completes verdicts with evidence from the network: gathers what a round lacks and evaluates again, until the verdict
/// is final or its deadlines have passed.
///
/// No thread waits: the task of the request is suspended, and the next round runs on the thread of its connection.
package struct EvidenceRounds: Sendable {
    /// The maximum number of rounds: a path of eight certificates, each fetched, and then their revocation status.
    private static let maximumRounds = 16

    /// The memory that the first round uses, and the gatherer of what it lacks.
    package let gatherer: EvidenceGatherer
    private let clock: any EvidenceClock

    /// Creates the rounds with the gatherer and the clock of all requests.
    package init(gatherer: EvidenceGatherer, clock: any EvidenceClock) {
        self.gatherer = gatherer
        self.clock = clock
    }

    /// The statistics of the evidence and its fetches.
    package var figures: EvidenceGatherer.Figures { gatherer.figures }

    /// Returns the most recent failures that delay requests, the last one first.
    package func recentFailures(limit: Int) -> [RecentFailure] { gatherer.recentFailures(limit: limit) }

    /// Returns the final verdict, after as many rounds as it needs.
    ///
    /// - Throws: ``HTTPFailure`` if the request may not wait, or not as long.
    package func complete(
        _ first: consuming EvaluationRound,
        _ waiting: any HTTPWaiting
    ) async throws(HTTPFailure) -> EvaluationService.Outcome {
        var rest = first.rest
        var evaluated: EvaluationService.Evaluated? = (consume first).evaluated
        var course = Course(start: clock.milliseconds, rounds: Self.maximumRounds)
        while let current = rest, let searches = searches(for: current, course) {
            // A request that waits does not keep its verdict.
            evaluated = nil
            let wait = HTTPWait(share: current.share.waiting, heldBytes: current.heldBytes)
            let found = try await waiting.wait(wait) {
                await gather(searches, of: current.share, course.allowances)
            }
            let start = ContinuousClock.now
            let (policy, floor) = (found[0].adding(found[1]), found[2].adding(found[3]))
            if !current.policy.isCutShort { course.unsought.add(policy) }
            course.unsought.add(floor)
            let round = current.next(policy, floor)
            (evaluated, rest) = (round.evaluated, round.rest)
            course.later += ContinuousClock.now - start
            course.rounds -= 1
        }
        for lack in rest.map({ [$0.policy, $0.floor] }) ?? [] where !lack.isCutShort { course.unsought.add(lack.needs) }
        guard let evaluated else { preconditionFailure("every round has a verdict") }
        return outcome(evaluated, course)
    }

    /// The rounds of one request so far.
    private struct Course {
        /// The time at which the first round ended, in milliseconds of the clock.
        let start: Int64
        /// The number of rounds that may follow.
        var rounds: Int
        /// The fetches that the policy and the floor may still cause.
        let allowances: [FetchAllowance]
        /// The time that the rounds after the first one took.
        var later = Duration.zero
        /// The evidence that no one looked for.
        var unsought = UnsoughtEvidence()

        init(start: Int64, rounds: Int) {
            self.start = start
            self.rounds = rounds
            let own = FetchAllowance()
            allowances = [own, own.besides()]
        }
    }

    /// Returns the verdict, unless it allows the chain only because no one looked for evidence.
    private func outcome(
        _ evaluated: EvaluationService.Evaluated,
        _ course: Course
    ) -> EvaluationService.Outcome {
        guard course.unsought.isMissed(by: evaluated.verdict) else { return .success((evaluated, course.later)) }
        return .failure(
            Problem(.tooManyWaitingRequests, course.unsought.explanation, headers: ["Retry-After": "1"])
        )
    }

    /// Returns the searches of the next round, two for the policy and two for the floor; nil after the last round.
    private func searches(for rest: EvaluationRound.Rest, _ course: Course) -> [Search]? {
        let age = clock.milliseconds - course.start
        let searches = [rest.policy, rest.floor].flatMap { Search.of($0, after: age) }
        return course.rounds > 0 && searches.contains(where: \.isUseful) ? searches : nil
    }

    /// Evidence to gather, and the time that remains for it.
    private struct Search {
        let needs: [EvidenceNeed]
        let milliseconds: Int64

        var isUseful: Bool { !needs.isEmpty && milliseconds > 0 }

        /// Returns the searches for revocation evidence and for issuers, which have half of the time.
        ///
        /// Anyone can name the location of an issuer. One that answers just before the deadline must not leave too little time
        /// for the revocation status of the path that it completes.
        static func of(_ lack: EvaluationRound.Lack, after age: Int64) -> [Search] {
            let time = lack.deadline.wholeMilliseconds
            return [
                Search(needs: lack.needs.filter { $0.method != .issuer }, milliseconds: time - age),
                Search(needs: lack.needs.filter { $0.method == .issuer }, milliseconds: time / 2 - age),
            ]
        }
    }

    /// Returns the evidence of each search, after the end of all of them; a canceled task does not wait for it.
    private func gather(
        _ searches: [Search],
        of share: ClientShare,
        _ allowances: [FetchAllowance]
    ) async -> [GatheredEvidence] {
        let results = GatheredResults(count: searches.count)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                results.await(continuation)
                for (index, search) in searches.enumerated() {
                    guard search.isUseful else {
                        results.set(GatheredEvidence(), at: index)
                        continue
                    }
                    results.attach(
                        gatherer.gather(
                            search.needs,
                            withinMilliseconds: search.milliseconds,
                            for: share,
                            allowances[index / 2]
                        ) { results.set($0, at: index) }
                    )
                }
            }
        } onCancel: {
            results.cancel()
        }
    }
}

/// Collects the evidence of several searches, which end at different times.
private final class GatheredResults: Sendable {
    private struct State {
        var results: [GatheredEvidence?]
        var searches: [any EvidenceCancellation] = []
        var continuation: CheckedContinuation<[GatheredEvidence], Never>?
        var isCanceled = false

        /// Returns the continuation once, if all searches have ended or are canceled.
        mutating func end() -> CheckedContinuation<[GatheredEvidence], Never>? {
            guard isCanceled || results.allSatisfy({ $0 != nil }) else { return nil }
            defer { continuation = nil }
            return continuation
        }

        var all: [GatheredEvidence] { results.map { $0 ?? GatheredEvidence() } }
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    func `await`(_ continuation: CheckedContinuation<[GatheredEvidence], Never>) {
        resume { $0.continuation = continuation }
    }

    /// Stores the evidence of a search.
    func set(_ evidence: GatheredEvidence, at index: Int) {
        resume { $0.results[index] = evidence }
    }

    /// Stores a search, or cancels it if the others were canceled.
    func attach(_ search: any EvidenceCancellation) {
        let isCanceled = state.withLock { state in
            if !state.isCanceled { state.searches.append(search) }
            return state.isCanceled
        }
        if isCanceled { search.cancel() }
    }

    func cancel() {
        let searches = state.withLock { $0.searches }
        resume { $0.isCanceled = true }
        for search in searches { search.cancel() }
    }

    private func resume(after change: (inout State) -> Void) {
        let (continuation, all) = state.withLock { state in
            change(&state)
            return (state.end(), state.all)
        }
        continuation?.resume(returning: all)
    }
}

extension GatheredEvidence {
    fileprivate func adding(_ other: GatheredEvidence) -> GatheredEvidence {
        var all = self
        all.add(other)
        return all
    }
}

extension ClientShare {
    /// The share of the requests that wait.
    fileprivate var waiting: HTTPShare {
        switch self {
        case .client(let name): .client("client \(name)")
        case .user(let user): .client("user \(user)")
        case .connection(let number): .connection(number)
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
