import Synchronization
import TrustEvaluation
import TrustModel

/// Fetches each target once for any number of waiters, and stores what it verified.
final class SharedFetches: Sendable {
    let reader: ResponseReader
    let store: EvidenceStore
    /// The cache that is asked before the network; nil for none.
    let disk: (any EvidenceArchive)?
    private let state: Mutex<FetchTable>
    let memory: MemoryAccount
    private let counter = FetchCounter()

    init(reader: ResponseReader, store: EvidenceStore, disk: (any EvidenceArchive)? = nil) {
        self.disk = disk
        self.reader = reader
        self.store = store
        state = Mutex(FetchTable(reader.bounds))
        memory = MemoryAccount(maximum: reader.bounds.listBytes)
    }

    var clock: any EvidenceClock { reader.ports.clock }

    /// The number of running requests and of remembered failures, and the memory of CRLs in bytes.
    var figures: (fetches: Int, failures: Int, listBytes: Int) {
        state.withLock { ($0.count, $0.failureCount, memory.bytes) }
    }

    /// The ended requests, by kind of evidence.
    var ended: [EvidenceNeed.Method: FetchFigures] { counter.current }

    /// Returns the most recent failures that delay requests, the last one first.
    func recentFailures(limit: Int) -> [RecentFailure] {
        let (now, milliseconds) = (clock.now, clock.milliseconds)
        // The entries are copied, so that sorting them holds no lock.
        let entries = state.withLock { $0.failureEntries }
        let recent = entries.sorted { ($1.value.last, $0.key.location) < ($0.value.last, $1.key.location) }
        return recent.prefix(limit).map { subject, entry in
            var delaysLocation = false
            if case .location = subject { delaysLocation = true }
            return RecentFailure(
                location: subject.location,
                method: subject.method,
                delaysLocation: delaysLocation,
                code: entry.code,
                count: entry.count,
                nextAttempt: now.adding(seconds: (max(0, entry.until - milliseconds) + 999) / 1000)
            )
        }
    }

    func makeID() -> UInt64 { state.withLock { $0.makeID() } }

    /// Waits for a target on behalf of a client; if the request may not cause more fetches, asks only the disk.
    ///
    /// - Returns: Nil if the task was canceled or the attempt has left.
    func outcome(
        of attempt: EvidenceSearch.Attempt,
        for need: EvidenceNeed,
        of client: ClientShare,
        _ allowance: FetchAllowance
    ) async -> FetchOutcome? {
        guard !Task.isCancelled else { return nil }
        let (target, waiter) = (attempt.target, Wait<FetchOutcome>())
        if allowance.spend(on: need.method) {
            join(attempt, for: need, of: client, waiter)
        } else {
            recall(target, for: need, insteadOf: .tooManyFetches, waiter)
        }
        let outcome = await waiter.value
        guard let outcome else {
            leave(target, attempt.id, continues: false)
            return nil
        }
        allowance.spendRepetitions(outcome.repetitions)
        return outcome
    }

    private func join(
        _ attempt: EvidenceSearch.Attempt,
        for need: EvidenceNeed,
        of client: ClientShare,
        _ waiter: Wait<FetchOutcome>
    ) {
        let (target, now) = (attempt.target, clock.milliseconds)
        switch state.withLock({ $0.join(target, meeting: need, as: attempt.id, with: waiter, for: client, at: now) }) {
        case .wait: startWaiting(after: target)
        case .start(let fetch): begin(fetch, for: target, need)
        case .queue(let fetch):
            // The disk needs no place.
            run { [self] in _ = await restore(fetch, for: target, need) }
            startWaiting(after: target)
        case .refuse(let code, let cause, let retryAfter):
            recall(target, for: need, insteadOf: code, after: cause, retryAfter: retryAfter, waiter)
        }
    }

    /// Looks for a target on the disk only, and fails with a code if it is not there.
    private func recall(
        _ target: EvidenceTarget,
        for need: EvidenceNeed,
        insteadOf code: FetchFailureCode,
        after cause: FetchFailureCode? = nil,
        retryAfter: Int64 = 0,
        _ waiter: Wait<FetchOutcome>
    ) {
        // The disk can be slow, so its task does not belong to the request, which ends in time.
        run { [self] in
            let failure = FailedFetch(url: target.location, code: code, milliseconds: 0, cause: cause)
            let refusal = FetchOutcome(.failure(failure, RevocationEvidence()), retryAfter: retryAfter)
            waiter.end(await restore(target, need).map { FetchOutcome(answer(from: $0)) } ?? refusal)
        }
    }

    @discardableResult
    private func run(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: reader.ports.executor, operation: work)
    }

    /// Returns how long a target was asked from `start` until `now`: its request did not wait for a place or for others.
    func askedMilliseconds(_ target: EvidenceTarget, since start: Int64, until now: Int64) -> Int64 {
        state.withLock { $0.askedMilliseconds(target, since: start, until: now) }
    }

    /// Fetches a target for the store, unless it is being fetched already or failed recently.
    func refresh(_ target: EvidenceTarget, for need: EvidenceNeed) {
        let now = clock.milliseconds
        guard case .start(let fetch) = state.withLock({ $0.refresh(target, meeting: need, at: now) }) else { return }
        start(fetch, of: target) { [self] in await send(fetch, for: target, need) }
    }

    /// Stops waiting; without other waiters, the request is canceled unless `continues` is set and few others continue.
    func leave(_ target: EvidenceTarget, _ id: UInt64, continues: Bool) {
        let leave = state.withLock { $0.leave(target, id, continues: continues) }
        leave.waiter?.end(nil)
        guard let (task, isSent) = leave.ended else { return }
        if isSent { counter.countCanceled(target.key.method) }
        task?.cancel()
        startWaiting(after: target)
    }

    /// Starts the requests that may have a place, after one has ended or another client has joined.
    private func startWaiting(after target: EvidenceTarget) {
        guard target.needsPlace else { return }
        while let (next, need, fetch) = state.withLock({ $0.startWaiting() }) { begin(fetch, for: next, need) }
    }

    /// Starts the task of a request: the disk is asked before the network.
    private func begin(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) {
        start(fetch, of: target) { [self] in
            if await !restore(fetch, for: target, need) { await send(fetch, for: target, need) }
        }
    }

    private func start(
        _ fetch: FetchTable.Fetch,
        of target: EvidenceTarget,
        _ work: @escaping @Sendable () async -> Void
    ) {
        let task = run(work)
        let isRunning = state.withLock { $0.attach(task, to: fetch, of: target) }
        if !isRunning { task.cancel() }
    }

    /// Delivers evidence from the disk; returns false if there is none.
    private func restore(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) async -> Bool {
        guard let entry = await restore(target, need) else { return false }
        deliver(answer(from: entry), state.withLock { $0.restore(fetch, of: target) }, of: target)
        return true
    }

    private func answer(from entry: StoredEvidence) -> FetchOutcome.Result {
        .answer(entry.content, .cache(age: entry.age(at: clock.now)))
    }

    /// Sends a request, in as many ways as the location needs, unless all waiters have left.
    private func send(_ first: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) async {
        var next: FetchTable.Fetch? = first
        while let fetch = next, state.withLock({ $0.send(fetch, to: target) }) {
            var (sent, response) = await response(to: fetch, of: target, need)
            var charge: MemoryAccount.Charge?
            // The memory is charged before the response waits to be read, so that the waiting responses are bounded too.
            if need.method == .crl, case .body(let bytes, _) = response.outcome {
                charge = memory.charge(StoredEvidence.weight(ofListWithBytes: bytes.count))
                if charge == nil {
                    // The CRL is not fetched again at once, because it would be discarded again.
                    response = EvidenceResponse(.failure(.overloaded, .request), milliseconds: response.milliseconds)
                }
            }
            next = await withTaskExecutorPreference(reader.ports.reader(need.method)) { [response, charge] in
                await read(response, charge, of: sent, for: target, meeting: need)
            }
        }
    }

    /// Returns the response of a location, and the request as it was sent.
    private func response(
        to fetch: FetchTable.Fetch,
        of target: EvidenceTarget,
        _ need: EvidenceNeed
    ) async -> (FetchTable.Fetch, EvidenceResponse) {
        guard let request = reader.request(for: target, need, fetch.inquiry) else {
            return (fetch, EvidenceResponse(.failure(.unsupported, .fetcher), milliseconds: 0))
        }
        // A request that is too long for a URL is a POST from the start.
        let inquiry = OCSPInquiry(digest: fetch.inquiry.digest, method: request.body == nil ? .get : .post)
        let response = await reader.ports.fetcher.fetch(request) { [self] in
            let now = clock.milliseconds
            state.withLock { $0.begin(fetch, of: target, at: now) }
        }
        return (FetchTable.Fetch(number: fetch.number, inquiry: inquiry), response)
    }

    /// Reads a response, and delivers what follows from it; returns the request to send instead if there is another way.
    @concurrent
    private func read(
        _ response: EvidenceResponse,
        _ charge: MemoryAccount.Charge?,
        of fetch: FetchTable.Fetch,
        for target: EvidenceTarget,
        meeting need: EvidenceNeed
    ) async -> FetchTable.Fetch? {
        guard state.withLock({ $0.isCurrent(fetch, of: target) }) else { return nil }
        let (milliseconds, random) = (clock.milliseconds, clock.random())
        let assessment = reader.assess(response, for: target, meeting: need, charge)
        counter.count(need.method, assessment, of: response)
        switch assessment {
        case .answer(let entry):
            let result = accept(entry, from: response, for: target, meeting: need)
            let ending = state.withLock { $0.succeed(fetch, of: target, fetch.inquiry, at: milliseconds) }
            deliver(result, ending, of: target)
        case .failure(let failure, let evidence, let scope, let defect):
            if need.method == .ocsp,
                let next = state.withLock({
                    $0.retry(
                        fetch,
                        of: target,
                        after: (fetch.inquiry, failure, evidence),
                        dueTo: defect,
                        at: milliseconds
                    )
                })
            {
                return next
            }
            let (result, ending) = state.withLock { state in
                let (failure, evidence) = state.failure(of: target, failure, evidence)
                let subject = Self.subject(of: scope, target, evidence)
                let ending = state.fail(
                    fetch,
                    of: target,
                    delaying: subject,
                    with: failure.code,
                    at: milliseconds,
                    random: random
                )
                return (FetchOutcome.Result.failure(failure, evidence), ending)
            }
            deliver(result, ending, of: target)
        }
        return nil
    }

    /// Stores verified evidence, and returns it or newer evidence that is known.
    ///
    /// Certificates are not stored: anyone could have sent them. They are kept if they complete a path
    /// (``keep(_:from:)``).
    private func accept(
        _ entry: StoredEvidence,
        from response: EvidenceResponse,
        for target: EvidenceTarget,
        meeting need: EvidenceNeed
    ) -> FetchOutcome.Result {
        if case .certificates(let certificates) = entry.content {
            renew(certificates, of: target)
            return .answer(entry.content, .network(url: target.location, milliseconds: response.milliseconds))
        }
        let kept = store.insert(entry, for: target.key)
        if let kept, !entry.edition.isOlder(than: kept.edition) {
            archive(entry, from: response, for: target, meeting: need)
        }
        return result(kept, insteadOf: entry, from: response, at: target)
    }

    /// Returns what a failure delays; nil for no delay.
    ///
    /// Evidence that is not stored can still revoke a certificate, such as an expired CRL. Without a delay, it is fetched for
    /// every evaluation, which then always has the same result.
    private static func subject(
        of scope: EvidenceResponse.FailureScope,
        _ target: EvidenceTarget,
        _ evidence: RevocationEvidence
    ) -> FailureLog.Subject? {
        guard evidence.isEmpty else { return nil }
        return switch scope {
        case .location: .location(target.location, target.key.method)
        case .request: .target(target)
        case .fetcher: nil
        }
    }

    /// Returns the fetched evidence, or the stored evidence if that is newer and still valid.
    ///
    /// The servers of one location do not always have the same CRL, so an older one does not end the use of a newer one.
    private func result(
        _ kept: StoredEvidence?,
        insteadOf fetched: StoredEvidence,
        from response: EvidenceResponse,
        at target: EvidenceTarget
    ) -> FetchOutcome.Result {
        let now = clock.now
        guard let kept else { return older(response, target) }
        guard fetched.edition.isOlder(than: kept.edition) else {
            return .answer(fetched.content, .network(url: target.location, milliseconds: response.milliseconds))
        }
        guard now <= kept.validUntil else { return older(response, target) }
        if min(kept.end, kept.refreshAt) <= now {
            let maximumAge = if case .body(_, let age) = response.outcome { age } else { Int64?.none }
            _ = store.insert(kept.renewed(maximumAge: maximumAge, at: now, random: clock.random()), for: target.key)
        }
        return .answer(kept.content, .cache(age: kept.age(at: now)))
    }

    private func older(_ response: EvidenceResponse, _ target: EvidenceTarget) -> FetchOutcome.Result {
        let failure = FailedFetch(url: target.location, code: .older, milliseconds: response.milliseconds)
        return .failure(failure, RevocationEvidence())
    }

    private func deliver(_ result: FetchOutcome.Result, _ ending: FetchTable.Ending, of target: EvidenceTarget) {
        let outcome = FetchOutcome(result, repetitions: ending.repetitions, retryAfter: ending.retryAfter)
        for waiter in ending.waiters { waiter.end(outcome) }
        startWaiting(after: target)
    }
}
