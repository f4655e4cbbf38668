import TrustEvaluation

/// The running requests with their waiters, and the recent failures.
struct FetchTable {
    /// One request; a repetition with another digest is another request.
    struct Fetch: Sendable {
        let number: UInt64
        let digest: OCSPRequest.Digest
    }

    enum Joining {
        case wait
        case start(Fetch)
        case refuse(FetchFailureCode)
    }

    private struct Running {
        var fetch: Fetch
        var waiters: [UInt64: SharedFetches.Waiter] = [:]
        /// Whether the request continues without waiters: to refresh evidence, or after a deadline.
        var continues: Bool
        var handle: (any EvidenceCancellation)?
    }

    private let bounds: EvidenceBounds
    private var running: [EvidenceTarget: Running] = [:]
    private var failures: FailureLog
    /// The responders that answered only requests with SHA-1.
    private var sha1Responders: Set<String> = []
    private var lastNumber: UInt64 = 0

    init(_ bounds: EvidenceBounds) {
        self.bounds = bounds
        failures = FailureLog(capacity: bounds.failures)
    }

    var count: Int { running.count }

    var failureCount: Int { failures.count }

    var failureEntries: [FailureLog.Subject: FailureLog.Entry] { failures.entries }

    mutating func makeID() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func join(
        _ target: EvidenceTarget,
        _ need: EvidenceNeed,
        _ id: UInt64,
        _ waiter: @escaping SharedFetches.Waiter,
        at milliseconds: Int64
    ) -> Joining {
        if running[target] != nil {
            running[target]?.waiters[id] = waiter
            return .wait
        }
        let joining = start(target, need, continues: false, at: milliseconds)
        running[target]?.waiters[id] = waiter
        return joining
    }

    mutating func refresh(_ target: EvidenceTarget, _ need: EvidenceNeed, at milliseconds: Int64) -> Joining {
        guard running[target] == nil else { return .wait }
        // Half of the places remain for requests that are waited for; the next use of the evidence tries again.
        guard running.count < bounds.fetches / 2 else { return .refuse(.overloaded) }
        return start(target, need, continues: true, at: milliseconds)
    }

    private mutating func start(
        _ target: EvidenceTarget,
        _ need: EvidenceNeed,
        continues: Bool,
        at milliseconds: Int64
    ) -> Joining {
        if failures.isDelayed(target, at: milliseconds) { return .refuse(.delayed) }
        if running.count >= bounds.fetches { return .refuse(.overloaded) }
        let needsSHA1 = need.method == .ocsp && sha1Responders.contains(target.location)
        let fetch = Fetch(number: makeID(), digest: needsSHA1 ? .sha1 : .sha256)
        running[target] = Running(fetch: fetch, continues: continues)
        return .start(fetch)
    }

    /// Removes a waiter, and returns the handle of the request if it has no other waiter and must end.
    ///
    /// Few requests continue without waiters, so that short deadlines cannot take the places of requests that are waited for.
    mutating func leave(_ target: EvidenceTarget, _ id: UInt64, continues: Bool) -> (any EvidenceCancellation)? {
        guard running[target]?.waiters.removeValue(forKey: id) != nil, let request = running[target] else { return nil }
        guard request.waiters.isEmpty, !request.continues else { return nil }
        if continues, running.values.count(where: \.continues) < bounds.unattended {
            running[target]?.continues = true
            return nil
        }
        running[target] = nil
        return request.handle
    }

    func isCurrent(_ fetch: Fetch, of target: EvidenceTarget) -> Bool {
        running[target]?.fetch.number == fetch.number
    }

    /// Stores the handle of a request; returns false if the request has ended or was canceled.
    mutating func attach(_ handle: any EvidenceCancellation, to fetch: Fetch, of target: EvidenceTarget) -> Bool {
        guard isCurrent(fetch, of: target) else { return false }
        running[target]?.handle = handle
        return true
    }

    /// Replaces a request with SHA-256 by one with SHA-1; nil if there is none to replace.
    mutating func retry(_ fetch: Fetch, of target: EvidenceTarget) -> Fetch? {
        guard isCurrent(fetch, of: target), fetch.digest == .sha256 else { return nil }
        let next = Fetch(number: makeID(), digest: .sha1)
        running[target]?.fetch = next
        running[target]?.handle = nil
        return next
    }

    /// Ends a successful request and returns its waiters.
    mutating func succeed(_ fetch: Fetch, of target: EvidenceTarget) -> [SharedFetches.Waiter] {
        guard let waiters = end(fetch, of: target) else { return [] }
        failures.succeed(target)
        if fetch.digest == .sha1 {
            if sha1Responders.count >= bounds.failures { sha1Responders.removeAll() }
            sha1Responders.insert(target.location)
        }
        return waiters
    }

    /// Ends a request that was not sent because the evidence was on the disk, and returns its waiters.
    mutating func restore(_ fetch: Fetch, of target: EvidenceTarget) -> [SharedFetches.Waiter] {
        end(fetch, of: target) ?? []
    }

    /// Ends a failed request, delays the next one to the subject, and returns the waiters.
    mutating func fail(
        _ fetch: Fetch,
        of target: EvidenceTarget,
        _ subject: FailureLog.Subject?,
        _ code: FetchFailureCode,
        at milliseconds: Int64,
        _ random: Double
    ) -> [SharedFetches.Waiter] {
        guard let waiters = end(fetch, of: target) else { return [] }
        guard let subject else { return waiters }
        failures.fail(subject, code, at: milliseconds, random: random)
        // The next request tries SHA-256 again, because the responder may have changed.
        sha1Responders.remove(target.location)
        return waiters
    }

    private mutating func end(_ fetch: Fetch, of target: EvidenceTarget) -> [SharedFetches.Waiter]? {
        guard isCurrent(fetch, of: target) else { return nil }
        return running.removeValue(forKey: target).map { Array($0.waiters.values) }
    }
}
