/// The answers of one worker that are made together, step by step.
///
/// A long answer takes more instructions than the processor's nearest caches hold, most of them once; made one after
/// the other, each answer fetches all of them again. Of several that take the same step one after the other only the
/// first does (J. Larus and M. Parkes, Using Cohort Scheduling to Enhance Server Performance, USENIX 2002).
struct Cohort {
    /// How many answers are made together at most: each waits for all.
    static let maximum = 8
    /// How many bytes the bodies of several requests have together at most, so that nobody waits for what takes long.
    static let maximumBytes = 64 << 10
    /// How many turns in a row may bring nobody before it waits no longer; a turn takes a microsecond or less.
    static let patience = 2

    private var members: [CohortMember] = []
    /// How many members there were at the turn before, and how many turns in a row have brought nobody.
    private var (known, quietTurns) = (0, 0)

    /// Whether the answer to a body of so many bytes may be made together with those that are under way, if any.
    func hasRoom(for count: Int) -> Bool {
        let bytes = members.reduce(count) { $0 + $1.byteCount }
        return members.isEmpty || members.count < Self.maximum && bytes <= Self.maximumBytes
    }

    /// Takes in an answer for which there is room.
    mutating func add(_ member: CohortMember) {
        members.append(member)
    }

    /// Gives up an answer that nobody waits for any more.
    mutating func remove(_ member: CohortMember) {
        members.removeAll { $0 === member }
    }

    /// Whether nobody else can join: it is as large as may be, or has all of so many connections.
    func isComplete(of connections: Int) -> Bool { members.count >= min(Self.maximum, connections) }

    /// Whether others may come yet, on a turn of libmicrohttpd's that comes to a member.
    ///
    /// A turn comes to all members; it is counted when it comes to the first one. Clients that were answered together
    /// ask again within microseconds of each other: the cohort waits as long as turns bring somebody, and a little
    /// longer.
    mutating func awaitsOthers(_ member: CohortMember) -> Bool {
        guard member === members.first else { return true }
        quietTurns = members.count > known ? 0 : quietTurns + 1
        known = members.count
        return quietTurns < Self.patience
    }

    /// Makes all answers; the next ones make another cohort.
    mutating func finish() {
        let all = members
        self = Cohort()
        var isUnderWay = true
        while isUnderWay {
            isUnderWay = false
            for member in all where member.advance() { isUnderWay = true }
        }
    }
}

/// An answer that is made together with others.
final class CohortMember {
    /// How long the request's body is.
    fileprivate let byteCount: Int
    private var progress: HTTPProgress

    /// Takes what is left to be done for a body of so many bytes.
    init(_ progress: HTTPProgress, answering byteCount: Int) {
        self.progress = progress
        self.byteCount = byteCount
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
