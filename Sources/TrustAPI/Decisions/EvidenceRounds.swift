package import MicrohttpdServer
import TrustEvaluation
package import TrustEvidence

/// Completes verdicts with evidence from the network: gathers what a round lacks and evaluates again, until the verdict
/// is final or the deadline of the request has passed.
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
    package func complete(_ first: EvaluationRound) -> HTTPProgress<EvaluationService.Completed> {
        let (seconds, attoseconds) = first.deadline.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return complete(first, until: clock.milliseconds + milliseconds, rounds: Self.maximumRounds, later: .zero)
    }

    private func complete(
        _ round: EvaluationRound,
        until end: Int64,
        rounds: Int,
        later: Duration
    ) -> HTTPProgress<EvaluationService.Completed> {
        let rest = end - clock.milliseconds
        guard !round.needs.isEmpty, rounds > 0, rest > 0 else { return .answer((round.evaluated, later)) }
        return .later { promise in
            let search = gatherer.gather(round.needs, withinMilliseconds: rest) { gathered in
                promise.fulfill {
                    let start = ContinuousClock.now
                    let next = round.next(with: gathered)
                    let later = later + (ContinuousClock.now - start)
                    return complete(next, until: end, rounds: rounds - 1, later: later)
                }
            }
            promise.whenAbandoned { search.cancel() }
        }
    }
}
