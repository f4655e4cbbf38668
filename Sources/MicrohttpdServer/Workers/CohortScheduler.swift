/// The answers of one worker that are to be made: a cohort of them at a time, step by step.
///
/// A long answer takes more instructions than the processor's nearest caches hold, most of them once; made one after
/// the other, each answer fetches all of them again. Of several that take the same step one after the other only the
/// first does (J. Larus and M. Parkes, Using Cohort Scheduling to Enhance Server Performance, USENIX 2002).
struct CohortScheduler {
    /// How many answers are made together at most: each waits for all.
    static let maximum = 8
    /// How many bytes the bodies of several requests have together at most, so that nobody waits for what takes long.
    static let maximumBytes = 64 << 10
    /// How many turns a cohort waits for others to come and for the answers before it to go out; a turn takes a
    /// microsecond or less where there is nothing else to do.
    static let patience = 3

    /// In the order in which they came.
    private var waiting: [PendingAnswer] = []
    /// How many there were at the turn before, and how many turns were waited.
    private var (known, turns) = (0, 0)

    /// Takes in an answer that is to be made.
    mutating func add(_ answer: PendingAnswer) {
        waiting.append(answer)
    }

    /// Gives up an answer that nobody waits for any more.
    mutating func remove(_ answer: PendingAnswer) {
        waiting.removeAll { $0 === answer }
    }

    /// Whether the next cohort is to wait, on a turn of libmicrohttpd's that comes to an answer that is not made yet.
    ///
    /// A turn comes to all answers; it is counted when it comes to the first one. Clients that were answered together
    /// ask again within microseconds of each other: a cohort waits as long as turns bring somebody, and a little longer.
    mutating func keepsWaiting(_ answer: PendingAnswer) -> Bool {
        guard answer === waiting.first else { return true }
        turns = waiting.count > known && !isFull ? 0 : turns + 1
        known = waiting.count
        return turns < Self.patience
    }

    /// Makes the answers of the next cohort.
    mutating func finishNext() {
        let cohort = waiting.prefix(size)
        waiting.removeFirst(size)
        (known, turns) = (waiting.count, 0)
        var isUnderWay = true
        while isUnderWay {
            isUnderWay = false
            for answer in cohort where answer.advance() { isUnderWay = true }
        }
    }

    /// Whether nobody who comes now joins the next cohort.
    private var isFull: Bool { size == Self.maximum || size < waiting.count }

    /// How many of those that wait are the next cohort: one at least, if there is any.
    private var size: Int {
        var bytes = 0
        for (index, answer) in waiting.prefix(Self.maximum).enumerated() {
            bytes += answer.byteCount
            if index > 0, bytes > Self.maximumBytes { return index }
        }
        return min(waiting.count, Self.maximum)
    }
}
