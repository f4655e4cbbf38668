/// The answers of one worker that are made together, step by step.
///
/// A long answer takes more instructions than the processor's nearest caches hold, most of them once; made one after the
/// other, each answer fetches all of them again. Of several that take the same step one after the other only the first does
/// (J. Larus and M. Parkes, Using Cohort Scheduling to Enhance Server Performance, USENIX 2002).
struct Cohort {
    /// How many answers are made together at most: each waits for all.
    static let maximum = 8

    private var members: [CohortMember] = []

    /// Whether no other may join.
    var isFull: Bool { members.count >= Self.maximum }

    /// Takes in an answer that is not made yet.
    mutating func add(_ member: CohortMember) {
        members.append(member)
    }

    /// Gives up an answer that nobody waits for any more.
    mutating func remove(_ member: CohortMember) {
        members.removeAll { $0 === member }
    }

    /// Makes all answers; the next ones make another cohort.
    mutating func finish() {
        let all = members
        members = []
        var isUnderWay = true
        while isUnderWay {
            isUnderWay = false
            for member in all where member.advance() { isUnderWay = true }
        }
    }
}

/// An answer that is made together with others.
final class CohortMember {
    private var progress: HTTPProgress

    /// Takes what is left to be done.
    init(_ progress: HTTPProgress) {
        self.progress = progress
    }

    /// The answer, once it is made.
    var response: HTTPResponse? {
        if case .answer(let response) = progress { response } else { nil }
    }

    /// Takes the next step; whether another is left.
    fileprivate func advance() -> Bool {
        guard case .step(let step) = progress else { return false }
        progress = step()
        if case .step = progress { return true }
        return false
    }
}
