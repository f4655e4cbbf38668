import TrustEvaluation
import TrustModel

extension EvidenceSearch {
    /// The progress of a search, without clocks: events return the actions to perform after the lock is released.
    struct State {
        enum Action {
            case ask(Int, String)
            /// Stop waiting for a location whose need another one has met.
            case leave(Attempt)
            /// Look again after a number of milliseconds.
            case wake(Int64)
            case complete(End)
        }

        /// The end of a search: stop the timers, leave the attempts, and deliver the evidence.
        struct End {
            var evidence = GatheredEvidence()
            var unanswered: [EvidenceNeed] = []
            var timers: [any EvidenceCancellation] = []
            var attempts: [Attempt] = []
        }

        private(set) var isOver = false
        let needs: [EvidenceNeed]
        private let headStart: Int64
        private var progress: [NeedProgress]
        private var groups: [CertificateProgress]
        private var timers: [any EvidenceCancellation] = []
        /// The earliest time for which a timer is set; nil without one.
        private var wakeTime: Int64?

        init(_ requested: [EvidenceNeed], headStart: Int64) {
            let others = requested.flatMap(\.alternatives).filter { !requested.contains($0) }
            let alternatives = others.enumerated().filter { others.firstIndex(of: $0.element) == $0.offset }.map(
                \.element
            )
            progress =
                requested.map { NeedProgress($0, rank: 0) } + alternatives.map { NeedProgress($0, rank: 1) }
            needs = requested + alternatives
            self.headStart = headStart
            groups = CertificateProgress.groups(of: progress)
        }

        /// Stores a timer; returns false if the search has ended.
        mutating func attach(_ timer: any EvidenceCancellation) -> Bool {
            guard !isOver else { return false }
            timers.append(timer)
            return true
        }

        /// Uses a result from memory.
        mutating func recall(_ index: Int, _ result: GatheredEvidence.Result) { progress[index].recall(result) }

        mutating func begin(at now: Int64) -> [Action] {
            for index in groups.indices { groups[index].start(0, at: now) }
            return proceed(at: now)
        }

        /// Records an attempt before it starts; returns false if the search has ended.
        mutating func note(_ attempt: Attempt, of index: Int) -> Bool {
            guard !isOver else { return false }
            progress[index].note(attempt)
            return true
        }

        mutating func succeed(
            _ index: Int,
            _ attempt: Attempt,
            _ content: StoredEvidence.Content,
            _ origin: EvidenceOrigin,
            at now: Int64
        ) -> [Action] {
            guard !isOver else { return [] }
            return progress[index].succeed(attempt, content, origin).map(Action.leave) + proceed(at: now)
        }

        mutating func fail(
            _ index: Int,
            _ attempt: Attempt,
            _ failure: FailedFetch,
            _ evidence: RevocationEvidence,
            _ retryAfter: Int64,
            at now: Int64
        ) -> [Action] {
            guard !isOver else { return [] }
            progress[index].fail(attempt, failure, evidence, retryAfter)
            return proceed(at: now)
        }

        /// Returns what to do now: the locations to ask, the next time to look, or the end.
        mutating func proceed(at now: Int64) -> [Action] {
            guard !isOver else { return [] }
            wakeTime = wakeTime.flatMap { $0 > now ? $0 : nil }
            var actions: [Action] = []
            var wake = Int64.max
            for index in groups.indices {
                groups[index].advance(progress, at: now, headStart: headStart)
                guard !groups[index].isDone else { continue }
                wake = min(wake, groups[index].wakeTime(progress, headStart: headStart) ?? .max)
                for member in groups[index].members(started: progress) {
                    if let location = progress[member].next(at: now, headStart: headStart) {
                        actions.append(.ask(member, location))
                    }
                    wake = min(wake, progress[member].wakeTime(headStart: headStart) ?? .max)
                }
            }
            if groups.allSatisfy(\.isDone) { return [.complete(end())] }
            guard wake < .max, wakeTime.map({ wake < $0 }) ?? true else { return actions }
            wakeTime = wake
            return actions + [.wake(max(0, wake - now))]
        }

        /// The attempts that run or wait.
        var attempts: [Attempt] { isOver ? [] : progress.flatMap(\.attempts) }

        /// Ends the search at its deadline, with what was gathered; `asked` has the time that the location of each attempt was
        /// asked, in milliseconds.
        mutating func expire(at now: Int64, asked: [UInt64: Int64]) -> [Action] {
            guard !isOver else { return [] }
            for index in progress.indices { progress[index].expire(at: now, asked: asked) }
            return [.complete(end())]
        }

        mutating func cancel() -> End? {
            guard !isOver else { return nil }
            isOver = true
            defer { timers = [] }
            return End(timers: timers, attempts: progress.flatMap(\.attempts))
        }

        private mutating func end() -> End {
            isOver = true
            var end = End(timers: timers, attempts: progress.flatMap(\.attempts))
            timers = []
            for group in groups {
                let isAnswered = group.isAnswered(progress)
                for item in group.members.map({ progress[$0] }) {
                    if item.result == nil, !isAnswered { end.unanswered.append(item.need) }
                    // A need that is not waited for, because another method gave an answer, has no result.
                    guard item.result != nil || item.wasAsked && (item.isEnded || !isAnswered) else { continue }
                    end.evidence.add(item.outcome)
                }
            }
            return end
        }
    }
}
