import TrustEvaluation
import TrustModel

/// The progress of one search for the evidence of an evaluation, without clocks: all certificates at once; the methods and
/// locations of each with a head start for the one before.
struct EvidenceSearch {
    /// Waiting for one location.
    struct Attempt: Sendable {
        let target: EvidenceTarget
        let id: UInt64
        let startedAt: Int64
    }

    /// The next actions of a search.
    struct Step {
        /// The locations to ask, with the positions of their needs.
        var asks: [(index: Int, location: String)] = []
        /// The time at which to look again; nil if that is scheduled already.
        var wakeTime: Int64?
    }

    private(set) var isOver = false
    let needs: [EvidenceNeed]
    private let headStart: Int64
    private var progress: [NeedProgress]
    private var groups: [CertificateProgress]
    /// The earliest time that was returned to look again; nil without one.
    private var wakeTime: Int64?

    init(_ requested: [EvidenceNeed], headStart: Int64) {
        let others = requested.flatMap(\.alternatives).filter { !requested.contains($0) }
        let alternatives = others.enumerated().filter { others.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        progress = requested.map { NeedProgress($0, rank: 0) } + alternatives.map { NeedProgress($0, rank: 1) }
        needs = requested + alternatives
        self.headStart = headStart
        groups = CertificateProgress.groups(of: progress)
    }

    /// Uses a result from memory.
    mutating func recall(_ index: Int, _ result: GatheredEvidence.Result) { progress[index].recall(result) }

    mutating func begin(at now: Int64) -> Step {
        for index in groups.indices { groups[index].start(0, at: now) }
        return proceed(at: now)
    }

    /// Records an attempt at a location that was to be asked.
    mutating func note(_ attempt: Attempt, of index: Int) { progress[index].note(attempt) }

    /// Records an answer, and returns the attempts at other locations of the need, which are not waited for any longer.
    mutating func succeed(
        _ index: Int,
        _ attempt: Attempt,
        with content: StoredEvidence.Content,
        from origin: EvidenceOrigin
    ) -> [Attempt] {
        progress[index].succeed(attempt, with: content, from: origin)
    }

    mutating func fail(
        _ index: Int,
        _ attempt: Attempt,
        with failure: FailedFetch,
        leaving evidence: RevocationEvidence,
        retryAfter: Int64
    ) {
        progress[index].fail(attempt, with: failure, leaving: evidence, retryAfter: retryAfter)
    }

    /// Returns what to do now, or notes the end.
    mutating func proceed(at now: Int64) -> Step {
        wakeTime = wakeTime.flatMap { $0 > now ? $0 : nil }
        var step = Step()
        var wake = Int64.max
        for index in groups.indices {
            groups[index].advance(progress, at: now, headStart: headStart)
            guard !groups[index].isDone else { continue }
            wake = min(wake, groups[index].wakeTime(progress, headStart: headStart) ?? .max)
            for member in groups[index].members(started: progress) {
                if let location = progress[member].next(at: now, headStart: headStart) {
                    step.asks.append((member, location))
                }
                wake = min(wake, progress[member].wakeTime(headStart: headStart) ?? .max)
            }
        }
        isOver = groups.allSatisfy(\.isDone)
        if isOver { return Step() }
        guard wake < .max, wakeTime.map({ wake < $0 }) ?? true else { return step }
        wakeTime = wake
        step.wakeTime = wake
        return step
    }

    /// The attempts that run or wait.
    var attempts: [Attempt] { progress.flatMap(\.attempts) }

    /// Ends the search at its deadline, with what was gathered; `asked` has the time that the location of each attempt was
    /// asked, in milliseconds.
    mutating func expire(at now: Int64, asked: [UInt64: Int64]) {
        for index in progress.indices { progress[index].expire(at: now, asked: asked) }
        isOver = true
    }

    /// The evidence that was gathered, and the needs without an answer.
    var end: (evidence: GatheredEvidence, unanswered: [EvidenceNeed]) {
        var (evidence, unanswered) = (GatheredEvidence(), [EvidenceNeed]())
        for group in groups {
            let isAnswered = group.isAnswered(progress)
            for item in group.members.map({ progress[$0] }) {
                if item.result == nil, !isAnswered { unanswered.append(item.need) }
                // A need that is not waited for, because another method gave an answer, has no result.
                guard item.result != nil || item.wasAsked && (item.isEnded || !isAnswered) else { continue }
                evidence.add(item.outcome)
            }
        }
        return (evidence, unanswered)
    }
}
