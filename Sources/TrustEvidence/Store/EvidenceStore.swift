import BoundedCache
import Synchronization
import TrustEvaluation
import TrustModel

/// The verified evidence in memory, bounded in bytes.
///
/// An entry is replaced only by newer information. It stays until it is evicted, even after its end, so that an older CRL
/// cannot replace it. Issuers have a budget of their own. CRLs and OCSP responses share the other one, from which those that
/// revoke nothing are evicted first. The numbers of CRLs outlive the CRLs.
final class EvidenceStore: Sendable {
    /// The maximum number of entries of each kind.
    private static let maximumEntries = 1 << 20
    /// The maximum memory of the numbers of CRLs, in bytes.
    private static let editionBytes = 16 << 20

    private typealias Entries = ClockCache<StoredEvidence.Key, StoredEvidence>

    private struct State {
        let maximumWeight: Int
        var issuers: Entries
        var revocations: Entries
        var others: Entries
        var editions = ClockCache<StoredEvidence.Key, StoredEvidence.Edition>(
            capacity: maximumEntries,
            maximumWeight: editionBytes
        )

        func weight(besidesIssuers: Bool) -> Int {
            revocations.weight + others.weight + (besidesIssuers ? 0 : issuers.weight)
        }

        mutating func entry(for key: StoredEvidence.Key) -> StoredEvidence? {
            if case .issuer = key { return issuers.value(for: key) }
            return revocations.value(for: key) ?? others.value(for: key)
        }

        /// Stores an entry unless the present one is newer, and returns the newer one; nil if that was evicted.
        mutating func insert(_ entry: StoredEvidence, for key: StoredEvidence.Key) -> StoredEvidence? {
            if let present = self.entry(for: key), entry.edition.isOlder(than: present.edition) { return present }
            if case .list = entry.content {
                if let known = editions.value(for: key), entry.edition.isOlder(than: known) { return nil }
                editions.insert(entry.edition, for: key, weight: key.weight)
            }
            store(entry, for: key)
            return entry
        }

        mutating func store(_ entry: StoredEvidence, for key: StoredEvidence.Key) {
            let weight = entry.weight + key.weight
            if case .issuer = key {
                issuers.insert(entry, for: key, weight: weight)
                return
            }
            revocations.removeValue(for: key)
            others.removeValue(for: key)
            if entry.content.hasRevocations {
                revocations.insert(entry, for: key, weight: weight)
            } else {
                others.insert(entry, for: key, weight: weight)
            }
            while self.weight(besidesIssuers: true) > maximumWeight {
                guard others.evictNext() != nil || revocations.evictNext() != nil else { return }
            }
        }
    }

    private let state: Mutex<State>
    /// The changes by which remembered verdicts become outdated.
    let changes = EvidenceChanges()
    /// The parts on which watched verdicts depend.
    let watched = WatchedTopics()

    init(bytes: Int, issuerBytes: Int) {
        let entries = { (bytes: Int) in Entries(capacity: Self.maximumEntries, maximumWeight: bytes) }
        state = Mutex(
            State(
                maximumWeight: bytes,
                issuers: entries(issuerBytes),
                revocations: entries(bytes),
                others: entries(bytes)
            )
        )
    }

    /// Returns the evidence for a key; nil if there is none that may be used now.
    func evidence(for key: StoredEvidence.Key, at now: Instant) -> StoredEvidence? {
        entry(for: key).flatMap { now <= $0.end ? $0 : nil }
    }

    /// Returns the evidence for a key, also if its time is over.
    func entry(for key: StoredEvidence.Key) -> StoredEvidence? { state.withLock { $0.entry(for: key) } }

    /// Stores verified evidence unless newer evidence is known, and returns the newer one; nil if that was evicted.
    func insert(_ entry: StoredEvidence, for key: StoredEvidence.Key) -> StoredEvidence? {
        let (kept, isNews) = state.withLock { state in
            let former = state.entry(for: key)
            let kept = state.insert(entry, for: key)
            return (kept, kept != nil && former?.content.isSame(as: entry.content) != true)
        }
        if isNews { changes.note(key.topic) }
        return kept
    }

    /// The number of entries and their estimated memory in bytes.
    var figures: (entries: Int, bytes: Int) {
        state.withLock { state in
            let entries = state.issuers.count + state.revocations.count + state.others.count
            return (entries, state.weight(besidesIssuers: false))
        }
    }
}
