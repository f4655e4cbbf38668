import TrustEvaluation
import TrustModel

extension EvidenceSearch {
    /// The progress of a search.
    struct State {
        enum Action {
            case none
            /// Stop the timer, leave the attempts, and deliver the evidence, which gives no answer to some needs.
            case complete(GatheredEvidence, unanswered: [Int], (any EvidenceCancellation)?, [Attempt])
        }

        private struct Progress {
            let need: EvidenceNeed
            var position = 0
            var attempt: Attempt?
            var failures: [FailedFetch] = []
            /// Evidence that could not be verified or gives no answer.
            var unusable = RevocationEvidence()
            var origin: EvidenceOrigin?
            var result: GatheredEvidence.Result?
            var isAnswered = false

            /// The result without an answer.
            var unanswered: GatheredEvidence.Result {
                GatheredEvidence.Result(need, evidence: unusable, origin: origin, failures: failures)
            }
        }

        private(set) var isOver = false
        private(set) var isCanceled = false
        private var progress: [Progress]
        private var timer: (any EvidenceCancellation)?

        init(_ needs: [EvidenceNeed]) {
            progress = needs.map { Progress(need: $0) }
        }

        /// Stores the timer; returns false if the search has ended.
        mutating func attach(_ timer: any EvidenceCancellation) -> Bool {
            guard !isOver else { return false }
            self.timer = timer
            return true
        }

        mutating func nextLocation(of index: Int) -> String? {
            let locations = progress[index].need.locations
            guard progress[index].position < locations.count else { return nil }
            defer { progress[index].position += 1 }
            return locations[progress[index].position]
        }

        /// Records an attempt before it starts; returns false if the search has ended.
        mutating func begin(_ attempt: Attempt, of index: Int) -> Bool {
            guard !isOver else { return false }
            progress[index].attempt = attempt
            return true
        }

        mutating func finish(_ index: Int, with result: GatheredEvidence.Result? = nil) -> Action {
            guard !isOver, progress[index].result == nil else { return .none }
            progress[index].result = result ?? progress[index].unanswered
            progress[index].isAnswered = result != nil
            progress[index].attempt = nil
            guard progress.allSatisfy({ $0.result != nil }) else { return .none }
            return complete()
        }

        mutating func finish(
            _ index: Int,
            _ attempt: Attempt,
            with content: StoredEvidence.Content,
            _ origin: EvidenceOrigin
        ) -> Action {
            guard progress[index].attempt?.id == attempt.id else { return .none }
            return finish(
                index,
                with: GatheredEvidence.Result(
                    progress[index].need,
                    evidence: content.revocation,
                    issuers: content.issuers,
                    origin: origin,
                    failures: progress[index].failures
                )
            )
        }

        /// Records a failed attempt; returns whether the next location must be asked.
        mutating func fail(
            _ index: Int,
            _ attempt: Attempt,
            _ failure: FailedFetch,
            _ evidence: RevocationEvidence
        ) -> Bool {
            guard !isOver, progress[index].attempt?.id == attempt.id else { return false }
            progress[index].attempt = nil
            progress[index].failures.append(failure)
            if !evidence.isEmpty {
                progress[index].unusable = evidence
                progress[index].origin = .network(url: failure.url, milliseconds: failure.milliseconds)
            }
            return true
        }

        /// Ends the search at its deadline, with what was gathered.
        mutating func expire(at milliseconds: Int64) -> Action {
            guard !isOver else { return .none }
            for index in progress.indices where progress[index].result == nil {
                guard let attempt = progress[index].attempt else { continue }
                progress[index].failures.append(
                    FailedFetch(
                        url: attempt.target.location,
                        code: .deadline,
                        milliseconds: Int(max(0, milliseconds - attempt.startedAt))
                    )
                )
            }
            return complete()
        }

        mutating func cancel() -> ((any EvidenceCancellation)?, [Attempt])? {
            guard !isOver else { return nil }
            (isOver, isCanceled) = (true, true)
            defer { timer = nil }
            return (timer, progress.compactMap(\.attempt))
        }

        private mutating func complete() -> Action {
            isOver = true
            var evidence = GatheredEvidence()
            for item in progress { evidence.add(item.result ?? item.unanswered) }
            defer { timer = nil }
            let unanswered = progress.indices.filter { !progress[$0].isAnswered }
            return .complete(evidence, unanswered: unanswered, timer, progress.compactMap(\.attempt))
        }
    }
}
