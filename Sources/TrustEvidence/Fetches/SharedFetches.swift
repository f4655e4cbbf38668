import Synchronization
import TrustEvaluation
import TrustModel

/// Fetches each target once for any number of waiters, and stores what it verified.
final class SharedFetches: Sendable {
    typealias Waiter = @Sendable (FetchOutcome) -> Void

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

    /// Waits for a target with an ID from ``makeID()``, on behalf of a client; may call the waiter before it returns.
    func join(
        _ target: EvidenceTarget,
        for need: EvidenceNeed,
        as id: UInt64,
        of client: ClientShare,
        _ waiter: @escaping Waiter
    ) {
        let now = clock.milliseconds
        switch state.withLock({ $0.join(target, need, id, waiter, for: client, at: now) }) {
        case .wait: startWaiting(after: target)
        case .start(let fetch): begin(fetch, for: target, need)
        case .queue(let fetch):
            // The disk needs no place.
            restore(target, need) { [self] entry in
                guard let entry else { return }
                deliver(answer(from: entry), state.withLock { $0.restore(fetch, of: target) }, of: target)
            }
            startWaiting(after: target)
        case .refuse(let code, let cause, let retryAfter):
            recall(target, for: need, insteadOf: code, after: cause, retryAfter: retryAfter, waiter)
        }
    }

    /// Looks for a target on the disk only, and fails with a code if it is not there.
    func recall(
        _ target: EvidenceTarget,
        for need: EvidenceNeed,
        insteadOf code: FetchFailureCode,
        after cause: FetchFailureCode? = nil,
        retryAfter: Int64 = 0,
        _ waiter: @escaping Waiter
    ) {
        restore(target, need) { [self] entry in
            let failure = FailedFetch(url: target.location, code: code, milliseconds: 0, cause: cause)
            let refusal = FetchOutcome(.failure(failure, RevocationEvidence()), retryAfter: retryAfter)
            waiter(entry.map { FetchOutcome(answer(from: $0)) } ?? refusal)
        }
    }

    /// Returns how long a target was asked from `start` until `now`: its request did not wait for a place or for others.
    func askedMilliseconds(_ target: EvidenceTarget, since start: Int64, until now: Int64) -> Int64 {
        state.withLock { $0.askedMilliseconds(target, since: start, until: now) }
    }

    /// Fetches a target for the store, unless it is being fetched already or failed recently.
    func refresh(_ target: EvidenceTarget, for need: EvidenceNeed) {
        let now = clock.milliseconds
        guard case .start(let fetch) = state.withLock({ $0.refresh(target, need, at: now) }) else { return }
        send(fetch, for: target, need)
    }

    /// Stops waiting; without other waiters, the request is canceled unless `continues` is set and few others continue.
    func leave(_ target: EvidenceTarget, _ id: UInt64, continues: Bool) {
        let (handle, isEnded) = state.withLock { $0.leave(target, id, continues: continues) }
        if let handle {
            counter.countCanceled(target.key.method)
            handle.cancel()
        }
        if isEnded { startWaiting(after: target) }
    }

    /// Starts the requests that may have a place, after one has ended or another client has joined.
    private func startWaiting(after target: EvidenceTarget) {
        guard target.needsPlace else { return }
        while let (next, need, fetch) = state.withLock({ $0.startWaiting() }) { begin(fetch, for: next, need) }
    }

    private func begin(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) {
        restore(target, need) { [self] entry in
            guard let entry else { return sendIfCurrent(fetch, for: target, need) }
            deliver(answer(from: entry), state.withLock { $0.restore(fetch, of: target) }, of: target)
        }
    }

    private func answer(from entry: StoredEvidence) -> FetchOutcome.Result {
        .answer(entry.content, .cache(age: entry.age(at: clock.now)))
    }

    /// Sends a request unless all waiters left while the disk was read.
    private func sendIfCurrent(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) {
        if state.withLock({ $0.isCurrent(fetch, of: target) }) { send(fetch, for: target, need) }
    }

    private func send(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) {
        guard let request = reader.request(for: target, need, fetch.inquiry) else {
            let response = EvidenceResponse(.failure(.unsupported, .fetcher), milliseconds: 0)
            return receive(response, of: fetch, for: target, need)
        }
        // A request that is too long for a URL is a POST from the start.
        let sent = FetchTable.Fetch(
            number: fetch.number,
            inquiry: OCSPInquiry(digest: fetch.inquiry.digest, method: request.body == nil ? .get : .post)
        )
        let handle = reader.ports.fetcher.fetch(
            request,
            onBegin: { [self] in
                let now = clock.milliseconds
                state.withLock { $0.begin(fetch, of: target, at: now) }
            },
            completion: { [self] response in receive(response, of: sent, for: target, need) }
        )
        let isRunning = state.withLock { $0.attach(handle, to: fetch, of: target) }
        if !isRunning { handle.cancel() }
    }

    private func receive(
        _ response: EvidenceResponse,
        of fetch: FetchTable.Fetch,
        for target: EvidenceTarget,
        _ need: EvidenceNeed
    ) {
        var (response, charge) = (response, MemoryAccount.Charge?.none)
        // The memory is charged before the response waits to be read, so that the waiting responses are bounded too.
        if need.method == .crl, case .body(let bytes, _) = response.outcome {
            charge = memory.charge(StoredEvidence.weight(ofListWithBytes: bytes.count))
            if charge == nil {
                // The CRL is not fetched again at once, because it would be discarded again.
                response = EvidenceResponse(.failure(.overloaded, .request), milliseconds: response.milliseconds)
            }
        }
        reader.ports.reading(need.method) { [self, response, charge] in
            read(response, charge, of: fetch, for: target, need)
        }
    }

    private func read(
        _ response: EvidenceResponse,
        _ charge: MemoryAccount.Charge?,
        of fetch: FetchTable.Fetch,
        for target: EvidenceTarget,
        _ need: EvidenceNeed
    ) {
        guard state.withLock({ $0.isCurrent(fetch, of: target) }) else { return }
        let (milliseconds, random) = (clock.milliseconds, clock.random())
        let assessment = reader.assess(response, for: target, need, charge)
        counter.count(need.method, assessment, of: response)
        switch assessment {
        case .answer(let entry):
            let result = accept(entry, response, for: target, need)
            let ending = state.withLock { $0.succeed(fetch, of: target, fetch.inquiry, at: milliseconds) }
            deliver(result, ending, of: target)
        case .failure(let failure, let evidence, let scope, let defect):
            if need.method == .ocsp,
                let next = state.withLock({
                    $0.retry(fetch, of: target, (fetch.inquiry, failure, evidence), defect, at: milliseconds)
                })
            {
                return send(next, for: target, need)
            }
            let (result, ending) = state.withLock { state in
                let (failure, evidence) = state.failure(of: target, failure, evidence)
                let subject = Self.subject(of: scope, target, evidence)
                let ending = state.fail(fetch, of: target, subject, failure.code, at: milliseconds, random)
                return (FetchOutcome.Result.failure(failure, evidence), ending)
            }
            deliver(result, ending, of: target)
        }
    }

    /// Stores verified evidence, and returns it or newer evidence that is known.
    ///
    /// Certificates are not stored: anyone could have sent them. They are kept if they complete a path
    /// (``keep(_:from:)``).
    private func accept(
        _ entry: StoredEvidence,
        _ response: EvidenceResponse,
        for target: EvidenceTarget,
        _ need: EvidenceNeed
    ) -> FetchOutcome.Result {
        if case .certificates(let certificates) = entry.content {
            renew(certificates, of: target)
            return .answer(entry.content, .network(url: target.location, milliseconds: response.milliseconds))
        }
        let kept = store.insert(entry, for: target.key)
        if let kept, !entry.edition.isOlder(than: kept.edition) { archive(entry, response, for: target, need) }
        return result(kept, instead: entry, response, target)
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
        instead fetched: StoredEvidence,
        _ response: EvidenceResponse,
        _ target: EvidenceTarget
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
        for waiter in ending.waiters { waiter(outcome) }
        startWaiting(after: target)
    }
}
