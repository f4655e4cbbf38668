import TrustEvaluation

/// The running requests with their waiters, and the recent failures.
struct FetchTable {
    /// One request; its repetitions with another HTTP method or digest have the same number.
    struct Fetch: Sendable {
        let number: UInt64
        let inquiry: OCSPInquiry
    }

    enum Joining {
        case wait
        case start(Fetch)
        /// The request waits for a place.
        case queue(Fetch)
        /// The target is not fetched now: the failure that causes a delay, and the time until its end, in milliseconds.
        case refuse(FetchFailureCode, after: FetchFailureCode? = nil, retryAfter: Int64)
    }

    /// The waiters of an ended request.
    struct Ending {
        let waiters: [Wait<FetchOutcome>]
        /// The number of requests that failed before.
        var repetitions: Int
        var retryAfter: Int64 = 0
    }

    private struct Running {
        let need: EvidenceNeed
        var fetch: Fetch
        var waiters: [UInt64: Wait<FetchOutcome>] = [:]
        /// Whether the request continues without waiters: to refresh evidence, or after a deadline.
        var continues: Bool
        /// The client whose place the request has; nil if it needs none, or waits for one.
        var place: ClientShare?
        var askingTime = AskingTime()
        var trials = OCSPInquiry.Trials()
        var task: Task<Void, Never>?
        /// Whether the location was asked.
        var isSent = false
    }

    private let bounds: EvidenceBounds
    private var running: [EvidenceTarget: Running] = [:]
    private var places: IssuerPlaces
    /// The failures of evidence for paths to a trust anchor.
    private var failures: FailureLog
    /// The failures of missing issuers, whose locations anyone can name.
    private var issuerFailures: FailureLog
    private var habits: ResponderHabits
    private var lastNumber: UInt64 = 0

    init(_ bounds: EvidenceBounds) {
        self.bounds = bounds
        places = IssuerPlaces(bounds.issuerFetches, waiting: bounds.fetches / 2)
        failures = FailureLog(capacity: bounds.failures)
        issuerFailures = FailureLog(capacity: max(1, bounds.failures / 4))
        habits = ResponderHabits(capacity: bounds.failures)
    }

    var count: Int { running.count }

    var failureCount: Int { failures.count + issuerFailures.count }

    /// The failures of evidence for accepted chains.
    var failureEntries: [FailureLog.Subject: FailureLog.FailureSeries] { failures.entries }

    mutating func makeID() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func join(
        _ target: EvidenceTarget,
        meeting need: EvidenceNeed,
        as id: UInt64,
        with waiter: Wait<FetchOutcome>,
        for client: ClientShare,
        at milliseconds: Int64
    ) -> Joining {
        if let request = running[target] {
            running[target]?.waiters[id] = waiter
            // A client does not wait behind the fetches of the client that was first.
            if target.needsPlace, request.place == nil, !request.continues { _ = places.wait(client, for: target) }
            return .wait
        }
        let joining = start(target, meeting: need, for: client, at: milliseconds)
        running[target]?.waiters[id] = waiter
        return joining
    }

    mutating func refresh(_ target: EvidenceTarget, meeting need: EvidenceNeed, at milliseconds: Int64) -> Joining {
        guard running[target] == nil else { return .wait }
        // Half of the places remain for requests that are waited for; the next use of the evidence tries again.
        guard running.count < bounds.fetches / 2 else { return .refuse(.overloaded, retryAfter: 0) }
        return start(target, meeting: need, for: nil, at: milliseconds)
    }

    /// Starts a request for a client, or one that refreshes evidence if there is no client.
    private mutating func start(
        _ target: EvidenceTarget,
        meeting need: EvidenceNeed,
        for client: ClientShare?,
        at milliseconds: Int64
    ) -> Joining {
        if let failure = (target.needsPlace ? issuerFailures : failures).delay(of: target, at: milliseconds) {
            return .refuse(.delayed, after: failure.code, retryAfter: failure.until - milliseconds)
        }
        if running.count >= bounds.fetches { return .refuse(.overloaded, retryAfter: 0) }
        let inquiry = need.method == .ocsp ? habits.inquiry(at: target.location, milliseconds) : .standard
        var request = Running(
            need: need,
            fetch: Fetch(number: makeID(), inquiry: inquiry),
            continues: client == nil
        )
        if target.needsPlace, let client {
            guard places.occupy(for: client) else {
                guard places.wait(client, for: target) else { return .refuse(.overloaded, retryAfter: 0) }
                running[target] = request
                return .queue(request.fetch)
            }
            request.place = client
        }
        running[target] = request
        return .start(request.fetch)
    }

    /// Gives a free place to a waiting request, and returns the request; nil if there is no place, or none waits.
    mutating func startWaiting() -> (EvidenceTarget, EvidenceNeed, Fetch)? {
        while let (target, client) = places.next() {
            guard let request = running[target], request.place == nil else {
                places.free(client)
                continue
            }
            running[target]?.place = client
            return (target, request.need, request.fetch)
        }
        return nil
    }

    /// The consequences when a waiter leaves.
    struct Leave {
        var waiter: Wait<FetchOutcome>?
        /// The request that has no other waiter, and must end.
        var ended: (task: Task<Void, Never>?, isSent: Bool)?
    }

    /// Removes a waiter, and the request if it has no other waiter and must end.
    ///
    /// Few requests continue without waiters, so that short deadlines cannot take the places of requests that are waited for.
    mutating func leave(_ target: EvidenceTarget, _ id: UInt64, continues: Bool) -> Leave {
        guard let waiter = running[target]?.waiters.removeValue(forKey: id), let request = running[target] else {
            return Leave()
        }
        guard request.waiters.isEmpty, !request.continues else { return Leave(waiter: waiter) }
        // A missing issuer is not kept by itself, so it is not fetched for later requests.
        if continues, !target.needsPlace, running.values.count(where: \.continues) < bounds.unattended {
            running[target]?.continues = true
            return Leave(waiter: waiter)
        }
        remove(target)
        return Leave(waiter: waiter, ended: (request.task, request.isSent))
    }

    private mutating func remove(_ target: EvidenceTarget) {
        guard let request = running.removeValue(forKey: target), target.needsPlace else { return }
        places.remove(target)
        if let client = request.place { places.free(client) }
    }

    func isCurrent(_ fetch: Fetch, of target: EvidenceTarget) -> Bool {
        running[target]?.fetch.number == fetch.number
    }

    mutating func begin(_ fetch: Fetch, of target: EvidenceTarget, at milliseconds: Int64) {
        if isCurrent(fetch, of: target) { running[target]?.askingTime.begin(at: milliseconds) }
    }

    /// Returns how long a location was asked from `start` until `now`, in milliseconds; 0 if no request has begun.
    func askedMilliseconds(_ target: EvidenceTarget, since start: Int64, until now: Int64) -> Int64 {
        running[target]?.askingTime.milliseconds(since: start, until: now) ?? 0
    }

    /// Stores the task of a request; returns false if the request has ended or was canceled.
    mutating func attach(_ task: Task<Void, Never>, to fetch: Fetch, of target: EvidenceTarget) -> Bool {
        guard isCurrent(fetch, of: target) else { return false }
        running[target]?.task = task
        return true
    }

    /// Notes that a location is asked; returns false if all waiters have left.
    mutating func send(_ fetch: Fetch, to target: EvidenceTarget) -> Bool {
        guard isCurrent(fetch, of: target) else { return false }
        running[target]?.isSent = true
        return true
    }

    /// Replaces a failed request to a responder by one that asks another way; nil if there is none.
    mutating func retry(
        _ fetch: Fetch,
        of target: EvidenceTarget,
        after failed: (inquiry: OCSPInquiry, failure: FailedFetch, evidence: RevocationEvidence),
        dueTo defect: OCSPInquiry.Defect?,
        at milliseconds: Int64
    ) -> Fetch? {
        guard isCurrent(fetch, of: target) else { return nil }
        running[target]?.trials.note(failed.inquiry, endedBy: failed.failure, with: failed.evidence)
        guard let defect, let request = running[target] else { return nil }
        let wasChosen = request.fetch.inquiry == failed.inquiry
        guard let inquiry = request.trials.next(after: defect, wasChosen: wasChosen) else { return nil }
        let next = Fetch(number: fetch.number, inquiry: inquiry)
        running[target]?.fetch = next
        running[target]?.askingTime.pause(at: milliseconds)
        return next
    }

    /// Returns the failure of a request to report, with evidence that may revoke: that of an earlier trial if the last had none.
    func failure(
        of target: EvidenceTarget,
        _ failure: FailedFetch,
        _ evidence: RevocationEvidence
    ) -> (FailedFetch, RevocationEvidence) {
        guard evidence.isEmpty, let remains = running[target]?.trials.remains else { return (failure, evidence) }
        return remains
    }

    /// Ends a successful request and returns its waiters.
    mutating func succeed(
        _ fetch: Fetch,
        of target: EvidenceTarget,
        _ inquiry: OCSPInquiry,
        at milliseconds: Int64
    ) -> Ending {
        guard let ending = end(fetch, of: target) else { return Ending(waiters: [], repetitions: 0) }
        failures.succeed(target)
        issuerFailures.succeed(target)
        if target.key.method == .ocsp { habits.succeed(inquiry, at: target.location, milliseconds) }
        return ending
    }

    /// Ends a request that was not sent because the evidence was on the disk, and returns its waiters.
    mutating func restore(_ fetch: Fetch, of target: EvidenceTarget) -> Ending {
        end(fetch, of: target) ?? Ending(waiters: [], repetitions: 0)
    }

    /// Ends a failed request, delays the next one to the subject, and returns the waiters.
    mutating func fail(
        _ fetch: Fetch,
        of target: EvidenceTarget,
        delaying subject: FailureLog.Subject?,
        with code: FetchFailureCode,
        at milliseconds: Int64,
        random: Double
    ) -> Ending {
        guard var ending = end(fetch, of: target) else { return Ending(waiters: [], repetitions: 0) }
        ending.repetitions = max(0, ending.repetitions - 1)
        guard let subject else { return ending }
        // The next request tries the standard way again, because the responder may have changed.
        habits.fail(at: target.location)
        ending.retryAfter =
            target.needsPlace
            ? issuerFailures.fail(subject, code, at: milliseconds, random: random)
            : failures.fail(subject, code, at: milliseconds, random: random)
        return ending
    }

    private mutating func end(_ fetch: Fetch, of target: EvidenceTarget) -> Ending? {
        guard isCurrent(fetch, of: target), let request = running[target] else { return nil }
        remove(target)
        return Ending(waiters: Array(request.waiters.values), repetitions: request.trials.count)
    }
}

extension EvidenceTarget {
    /// Whether the target is fetched for a chain that is not accepted yet, so that its location may be anyone's.
    var needsPlace: Bool { key.method == .issuer }
}
