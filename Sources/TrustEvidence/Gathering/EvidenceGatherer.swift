package import TrustEvaluation
import TrustModel

/// Gathers the evidence that evaluations lack, from memory and from the network.
///
/// Several evaluations that need the same evidence share one request. Evidence is stored only after its signature was
/// verified, and every evaluation verifies it again.
package final class EvidenceGatherer: EvidenceMemory {
    /// Statistics of the gatherer.
    package struct Figures: Sendable, Equatable {
        /// The number of stored pieces of evidence.
        package let entries: Int
        /// The estimated memory of the stored evidence, in bytes.
        package let bytes: Int
        /// The estimated memory of all CRLs, also of those that only evaluations use, in bytes.
        package let listBytes: Int
        /// The number of running requests.
        package let fetches: Int
        /// The number of locations and pieces of evidence with recent failures.
        package let failures: Int
        /// The ended requests; without an entry for a kind of evidence that was never fetched.
        package let ended: [EvidenceNeed.Method: FetchFigures]
        /// The statistics of the disk cache; nil without one.
        package let disk: EvidenceArchiveFigures?
    }

    let headStart: Int64
    private let ports: EvidencePorts
    private let store: EvidenceStore
    let fetches: SharedFetches
    private let refresher: EvidenceRefresher

    /// Creates a gatherer without evidence in memory; the disk is asked before the network.
    package init(
        ports: EvidencePorts,
        bounds: EvidenceBounds = EvidenceBounds(),
        disk: (any EvidenceArchive)? = nil
    ) {
        self.ports = ports
        store = EvidenceStore(bytes: bounds.storeBytes, issuerBytes: bounds.issuerStoreBytes)
        headStart = bounds.headStart
        fetches = SharedFetches(reader: ResponseReader(ports: ports, bounds: bounds), store: store, disk: disk)
        refresher = EvidenceRefresher(fetches)
    }

    /// The current statistics.
    package var figures: Figures {
        let (stored, running) = (store.figures, fetches.figures)
        return Figures(
            entries: stored.entries,
            bytes: stored.bytes,
            listBytes: running.listBytes,
            fetches: running.fetches,
            failures: running.failures,
            ended: fetches.ended,
            disk: fetches.disk?.figures
        )
    }

    /// Returns the most recent failures that delay requests, the last one first.
    package func recentFailures(limit: Int) -> [RecentFailure] { fetches.recentFailures(limit: limit) }

    var clock: any EvidenceClock { ports.clock }

    /// The time since an arbitrary start, in milliseconds; it is never set back.
    package var milliseconds: Int64 { ports.clock.milliseconds }

    /// Returns the result for a need from memory, without any effect; nil if nothing usable is stored.
    ///
    /// Evidence in the second half of its lifetime is used until its end.
    package func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        let now = ports.clock.now
        let entries = storedEntries(for: need, at: now)
        // A current delta that does not fit will not fit either if it is fetched again for each evaluation.
        guard let last = entries.last, last.mismatch == nil || entries.count == need.locations.count else {
            return nil
        }
        return GatheredEvidence.Result(
            need,
            evidence: last.entry.content.revocation,
            issuers: last.entry.content.issuers,
            origin: .cache(age: last.entry.age(at: now)),
            failures: entries.compactMap { entry in
                entry.mismatch.map { FailedFetch(url: entry.target.location, code: $0, milliseconds: 0) }
            }
        )
    }

    /// Fetches evidence that was used for the needs again: at once if it is in the second half of its lifetime, otherwise then.
    package func refresh(_ needs: [EvidenceNeed]) {
        let now = ports.clock.now
        for need in needs {
            for stored in storedEntries(for: need, at: now) where now >= stored.entry.refreshAt {
                fetches.refresh(stored.target, for: need)
            }
            follow(need)
        }
    }

    /// Lets evidence for a need be fetched again in the second half of its lifetime, unless that comes too soon.
    func follow(_ need: EvidenceNeed) {
        let now = ports.clock.now
        for stored in storedEntries(for: need, at: now) where EvidenceRefresher.permits(stored.entry, at: now) {
            refresher.follow(stored.target, for: need, until: stored.entry.refreshAt)
        }
    }

    /// Whether the evidence in memory for a need is going to be fetched again without any evaluation.
    ///
    /// A verdict that depends only on such evidence is outdated (``EvidenceBasis``) when a part of it is fetched again.
    package func isFollowing(_ need: EvidenceNeed) -> Bool {
        let entries = storedEntries(for: need, at: ports.clock.now)
        return !entries.isEmpty && entries.allSatisfy { refresher.isFollowing($0.target) }
    }

    private typealias StoredEntry = (target: EvidenceTarget, entry: StoredEvidence, mismatch: FetchFailureCode?)

    /// Returns the usable evidence for a need up to the first that meets it; before that, delta CRLs for another complete CRL.
    private func storedEntries(for need: EvidenceNeed, at now: Instant) -> [StoredEntry] {
        var entries: [StoredEntry] = []
        for location in need.locations {
            let target = EvidenceTarget(need, at: location)
            guard let entry = store.evidence(for: target.key, at: now), entry.content.isUsable(for: need, at: now)
            else { continue }
            let mismatch = mismatch(of: entry.content, for: need)
            if mismatch != nil, need.base == nil { continue }
            entries.append((target, entry, mismatch))
            if mismatch == nil { break }
        }
        return entries
    }

    /// Returns evidence that revokes the certificate of a need, also if it has ended; nil if there is none in memory.
    ///
    /// A permanent revocation outlives its evidence. Otherwise, who blocks the network could end it. Delta CRLs are added,
    /// because they can revoke the certificate or end a hold.
    package func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        guard need.base == nil else { return nil }
        for location in need.locations {
            let entry = store.entry(for: EvidenceTarget(need, at: location).key)
            let found = [entry].compactMap(\.self) + deltas(of: entry, for: need)
            guard found.contains(where: { $0.content.revokes(need.certificate) }) else { continue }
            let pieces = found.map(\.content.revocation)
            let age = found.map { $0.age(at: ports.clock.now) }.max() ?? 0
            return GatheredEvidence.Result(
                need,
                evidence: RevocationEvidence(
                    lists: pieces.flatMap(\.lists),
                    responses: pieces.flatMap(\.responses)
                ),
                origin: .cache(age: age)
            )
        }
        return nil
    }

    /// Returns the delta CRLs in memory that update a complete CRL, or that the certificate of a need names.
    private func deltas(of entry: StoredEvidence?, for need: EvidenceNeed) -> [StoredEvidence] {
        deltaKeys(of: entry, for: need).compactMap { store.entry(for: $0) }
    }

    private func deltaKeys(of entry: StoredEvidence?, for need: EvidenceNeed) -> [StoredEvidence.Key] {
        guard need.method == .crl, let issuer = need.issuer.map(StoredEvidence.Key.Issuer.init) else { return [] }
        let own: [String] = if case .list(let list)? = entry?.content { list.facts.deltaLocations } else { [] }
        let locations = own + need.certificate.facts.extensions.deltaLocations
        return locations.prefix(EvidenceNeed.maximumLocations).map { .delta(issuer, location: $0) }
    }

    /// The number of changes by which remembered verdicts become outdated.
    package var changeCount: UInt64 { store.changes.current }

    /// Returns the parts of the memory on which the results for a need depend.
    package func topics(of need: EvidenceNeed) -> [EvidenceTopic] {
        need.locations.flatMap { location -> [EvidenceTopic] in
            let key = EvidenceTarget(need, at: location).key
            let deltas = need.base == nil ? deltaKeys(of: store.entry(for: key), for: need) : []
            return [key.topic] + deltas.map(\.topic)
        }
    }

    /// The parts on which watched verdicts depend.
    package var watched: WatchedTopics { store.watched }

    /// Returns the parts that changed after a number of changes; nil if there were too many.
    package func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? { store.changes.parts(since: count) }

    /// Keeps fetched issuers that completed a path to a trust anchor with verified signatures.
    package func keep(_ issuers: [FetchedIssuer]) {
        for issuer in issuers { fetches.keep(issuer.certificate, from: issuer.location) }
    }

    /// Returns why verified evidence from a location does not meet a need, as the code of a failure; nil if it does.
    ///
    /// Needs share evidence: a location can serve another issuer's certificate, or a delta CRL for another complete CRL.
    func mismatch(of content: StoredEvidence.Content, for need: EvidenceNeed) -> FetchFailureCode? {
        switch content {
        case .certificates(let certificates):
            certificates.contains { ports.examiner.isIssued(need.certificate, by: $0) } ? nil : .invalid
        case .list(let list): need.mismatch(of: list)
        case .response: nil
        }
    }
}
