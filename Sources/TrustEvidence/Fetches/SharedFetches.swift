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

    /// Waits for a target with an ID from ``makeID()``; may call the waiter before it returns.
    func join(_ target: EvidenceTarget, for need: EvidenceNeed, as id: UInt64, _ waiter: @escaping Waiter) {
        let now = clock.milliseconds
        switch state.withLock({ $0.join(target, need, id, waiter, at: now) }) {
        case .wait: break
        case .start(let fetch):
            restore(target, need) { [self] entry in
                guard let entry else { return sendIfCurrent(fetch, for: target, need) }
                deliver(answer(from: entry), state.withLock { $0.restore(fetch, of: target) })
            }
        case .refuse(let code):
            restore(target, need) { [self] entry in
                let failure = FailedFetch(url: target.location, code: code, milliseconds: 0)
                waiter(entry.map { answer(from: $0) } ?? .failure(failure, RevocationEvidence()))
            }
        }
    }

    /// Fetches a target for the store, unless it is being fetched already or failed recently.
    func refresh(_ target: EvidenceTarget, for need: EvidenceNeed) {
        let now = clock.milliseconds
        guard case .start(let fetch) = state.withLock({ $0.refresh(target, need, at: now) }) else { return }
        send(fetch, for: target, need)
    }

    /// Stops waiting; without other waiters, the request is canceled unless `continues` is set and few others continue.
    func leave(_ target: EvidenceTarget, _ id: UInt64, continues: Bool) {
        guard let handle = state.withLock({ $0.leave(target, id, continues: continues) }) else { return }
        counter.countCanceled(target.key.method)
        handle.cancel()
    }

    private func answer(from entry: StoredEvidence) -> FetchOutcome {
        .answer(entry.content, .cache(age: entry.age(at: clock.now)))
    }

    /// Sends a request unless all waiters left while the disk was read.
    private func sendIfCurrent(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) {
        if state.withLock({ $0.isCurrent(fetch, of: target) }) { send(fetch, for: target, need) }
    }

    private func send(_ fetch: FetchTable.Fetch, for target: EvidenceTarget, _ need: EvidenceNeed) {
        guard let request = reader.request(for: target, need, fetch.digest) else {
            let response = EvidenceResponse(.failure(.unsupported, .fetcher), milliseconds: 0)
            return receive(response, of: fetch, for: target, need)
        }
        let handle = reader.ports.fetcher.fetch(request) { [self] response in
            receive(response, of: fetch, for: target, need)
        }
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
        let assessment = reader.assess(response, for: target, need, fetch.digest, charge)
        counter.count(need.method, assessment, of: response)
        switch assessment {
        case .answer(let entry):
            let kept = store.insert(entry, for: target.key)
            if !entry.isOlder(than: kept) { archive(entry, response, for: target, need) }
            let outcome = outcome(kept, instead: entry, response, target)
            deliver(outcome, state.withLock { $0.succeed(fetch, of: target) })
        case .retry(let failure, let evidence):
            if let next = state.withLock({ $0.retry(fetch, of: target) }) { return send(next, for: target, need) }
            let subject = Self.subject(of: .request, target, evidence)
            deliver(
                .failure(failure, evidence),
                state.withLock { $0.fail(fetch, of: target, subject, failure.code, at: milliseconds, random) }
            )
        case .failure(let failure, let evidence, let scope):
            let subject = Self.subject(of: scope, target, evidence)
            deliver(
                .failure(failure, evidence),
                state.withLock { $0.fail(fetch, of: target, subject, failure.code, at: milliseconds, random) }
            )
        }
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
    private func outcome(
        _ kept: StoredEvidence,
        instead fetched: StoredEvidence,
        _ response: EvidenceResponse,
        _ target: EvidenceTarget
    ) -> FetchOutcome {
        guard fetched.isOlder(than: kept) else {
            return .answer(fetched.content, .network(url: target.location, milliseconds: response.milliseconds))
        }
        let now = clock.now
        if now <= kept.validUntil {
            if min(kept.end, kept.refreshAt) <= now {
                let maximumAge = if case .body(_, let age) = response.outcome { age } else { Int64?.none }
                let renewed = kept.renewed(maximumAge: maximumAge, at: now, random: clock.random())
                _ = store.insert(renewed, for: target.key)
            }
            return .answer(kept.content, .cache(age: kept.age(at: now)))
        }
        let failure = FailedFetch(url: target.location, code: .older, milliseconds: response.milliseconds)
        return .failure(failure, RevocationEvidence())
    }

    private func deliver(_ outcome: FetchOutcome, _ waiters: [Waiter]) {
        for waiter in waiters { waiter(outcome) }
    }
}
