package import MicrohttpdServer
import Synchronization
import TrustEvaluation
package import TrustEvidence
import TrustModel

/// Completes verdicts with evidence from the network: gathers what a round lacks and evaluates again, until the verdict
/// is final or its deadlines have passed.
///
/// No thread waits: the request is suspended, and the next round runs on the thread of its connection.
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

    /// Returns the final verdict, now or later.
    package func complete(_ first: EvaluationRound) -> HTTPProgress<EvaluationService.Outcome> {
        complete(first, Course(start: clock.milliseconds, rounds: Self.maximumRounds))
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
    private func outcome(_ round: EvaluationRound, _ course: Course) -> EvaluationService.Outcome {
        guard course.unsought.isMissed(by: round.evaluated.verdict) else {
            return .success((round.evaluated, course.later))
        }
        return .failure(
            Problem(.tooManyWaitingRequests, course.unsought.explanation, headers: ["Retry-After": "1"])
        )
    }

    private func complete(_ round: EvaluationRound, _ course: Course) -> HTTPProgress<EvaluationService.Outcome> {
        let age = clock.milliseconds - course.start
        let searches = [round.policy, round.floor].flatMap { Search.of($0, after: age) }
        guard course.rounds > 0, searches.contains(where: \.isUseful) else {
            var course = course
            for lack in [round.policy, round.floor] where !lack.isCutShort { course.unsought.add(lack.needs) }
            return .answer(outcome(round, course))
        }
        let wait = HTTPWait(share: round.share.waiting, heldBytes: round.heldBytes)
        return .later(wait) { [next = round.next, share = round.share, isCutShort = round.policy.isCutShort] promise in
            let handles = gather(searches, of: share, course.allowances) { found in
                promise.fulfill {
                    let start = ContinuousClock.now
                    var course = course
                    let (policy, floor) = (found[0].adding(found[1]), found[2].adding(found[3]))
                    if !isCutShort { course.unsought.add(policy) }
                    course.unsought.add(floor)
                    let round = next(policy, floor)
                    course.later += ContinuousClock.now - start
                    course.rounds -= 1
                    return complete(round, course)
                }
            }
            promise.whenAbandoned { for handle in handles { handle.cancel() } }
        }
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

    /// Starts the searches, two for the policy and two for the floor; after the end of all of them, passes the evidence of each.
    private func gather(
        _ searches: [Search],
        of share: ClientShare,
        _ allowances: [FetchAllowance],
        completion: @escaping @Sendable ([GatheredEvidence]) -> Void
    ) -> [any EvidenceCancellation] {
        let results = GatheredResults(count: searches.count, completion)
        return searches.enumerated().compactMap { index, search in
            guard search.isUseful else {
                results.set(GatheredEvidence(), at: index)
                return nil
            }
            return gatherer.gather(
                search.needs,
                withinMilliseconds: search.milliseconds,
                for: share,
                allowances[index / 2]
            ) { results.set($0, at: index) }
        }
    }
}

/// Collects the evidence of several searches, which end at different times.
private final class GatheredResults: Sendable {
    private let results: Mutex<[GatheredEvidence?]>
    private let completion: @Sendable ([GatheredEvidence]) -> Void

    init(count: Int, _ completion: @escaping @Sendable ([GatheredEvidence]) -> Void) {
        results = Mutex(Array(repeating: nil, count: count))
        self.completion = completion
    }

    /// Stores the evidence of a search, and calls the completion if it is the last one.
    func set(_ evidence: GatheredEvidence, at index: Int) {
        let all = results.withLock { results in
            results[index] = evidence
            return results.compactMap(\.self).count == results.count ? results.compactMap(\.self) : nil
        }
        if let all { completion(all) }
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
