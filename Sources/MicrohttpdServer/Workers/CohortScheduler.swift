/// Schedules the pending responses of one worker in cohorts, one step at a time.
///
/// The code that computes a response exceeds the processor's first-level caches. If responses are computed one after
/// the other, the processor fetches the code again for each. If a cohort takes each step together, the processor
/// fetches the step's code once (J. Larus and M. Parkes, Using Cohort Scheduling to Enhance Server Performance, USENIX
/// 2002).
struct CohortScheduler {
    /// The maximum number of responses in a cohort; bounded, since each response waits for all others.
    static let maximum = 8
    /// The maximum total body length of several requests in a cohort, in bytes: short ones must not wait for long ones.
    static let maximumBytes = 64 << 10
    /// The number of event-loop turns without a new request after which a cohort starts.
    ///
    /// A turn without other work takes at most a microsecond.
    static let maximumIdleTurns = 3

    private var waiting: [PendingAnswer] = []
    /// The number of pending responses at the previous turn, and of turns since a response was added.
    private var (known, turns) = (0, 0)

    mutating func add(_ answer: PendingAnswer) {
        waiting.append(answer)
    }

    /// Removes a response whose client has disconnected.
    mutating func remove(_ answer: PendingAnswer) {
        waiting.removeAll { $0 === answer }
    }

    /// Returns whether the next cohort waits another turn; called on each turn for each pending response.
    ///
    /// Only the call for the first pending response increments the number of turns. Clients that were answered together
    /// send their next requests within microseconds of each other. Therefore, a cohort waits while new requests arrive,
    /// and a few turns longer.
    mutating func keepsWaiting(_ answer: PendingAnswer) -> Bool {
        guard answer === waiting.first else { return true }
        turns = waiting.count > known && !isFull ? 0 : turns + 1
        known = waiting.count
        return turns < Self.maximumIdleTurns
    }

    /// Computes the responses of the next cohort.
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

    /// Whether no further response can join the next cohort.
    private var isFull: Bool { size == Self.maximum || size < waiting.count }

    /// The size of the next cohort: at least one if any response is pending.
    private var size: Int {
        var bytes = 0
        for (index, answer) in waiting.prefix(Self.maximum).enumerated() {
            bytes += answer.byteCount
            if index > 0, bytes > Self.maximumBytes { return index }
        }
        return min(waiting.count, Self.maximum)
    }
}
