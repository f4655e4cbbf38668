/// The requests of one worker whose tasks have jobs to run, in the order of their arrival.
///
/// The code that computes a response exceeds the processor's first-level caches. If responses are computed one after
/// the other, the processor fetches the code again for each. If a few requests take each part together, the processor
/// fetches its code once (J. Larus and M. Parkes, Using Cohort Scheduling to Enhance Server Performance, USENIX 2002). A task
/// ends a part with `Task.yield()`.
///
/// An executor of the language cannot do this alone: only libmicrohttpd's event loop knows when further requests have arrived.
struct RequestQueue {
    /// The maximum number of requests that run together; bounded, since each response waits for all others.
    static let maximum = 8
    /// The maximum total body length of several requests that run together, in bytes: short ones must not wait for long ones.
    static let maximumBytes = 64 << 10
    /// The number of event-loop turns without a new request after which the requests run.
    ///
    /// A turn without other work takes at most a microsecond.
    static let maximumIdleTurns = 3

    private var waiting: [PendingRequest] = []
    /// The number of requests at the previous turn, and of turns since a request was added.
    private var (known, turns) = (0, 0)

    /// Adds a request, unless it is in the queue.
    mutating func add(_ request: PendingRequest) {
        guard !request.isQueued else { return }
        request.isQueued = true
        waiting.append(request)
    }

    /// Removes a request that is over.
    mutating func remove(_ request: PendingRequest) {
        guard request.isQueued else { return }
        request.isQueued = false
        waiting.removeAll { $0 === request }
    }

    /// Returns whether the next requests wait another turn; called on each turn for each request.
    ///
    /// Only the call for the first request increments the number of turns. Clients that were answered together
    /// send their next requests within microseconds of each other. Therefore, requests wait while new ones arrive,
    /// and a few turns longer.
    mutating func keepsWaiting(_ request: PendingRequest) -> Bool {
        guard request === waiting.first else { return true }
        turns = waiting.count > known && !isFull ? 0 : turns + 1
        known = waiting.count
        return turns < Self.maximumIdleTurns
    }

    /// Removes and returns the requests that run next, together.
    mutating func takeNext() -> [PendingRequest] {
        let next = Array(waiting.prefix(size))
        waiting.removeFirst(size)
        for request in next { request.isQueued = false }
        (known, turns) = (waiting.count, 0)
        return next
    }

    /// Whether no further request can join the next ones.
    private var isFull: Bool { size == Self.maximum || size < waiting.count }

    /// The number of requests that run next: at least one if there is any.
    private var size: Int {
        var bytes = 0
        for (index, request) in waiting.prefix(Self.maximum).enumerated() {
            bytes += request.byteCount
            if index > 0, bytes > Self.maximumBytes { return index }
        }
        return min(waiting.count, Self.maximum)
    }
}
