import BoundedCache
import Synchronization
import TrustModel

/// The verified evidence in memory, bounded in bytes.
///
/// An entry is replaced only by newer information. It stays until it is evicted, even after its end, so that an older CRL
/// cannot replace it.
final class EvidenceStore: Sendable {
    /// The maximum number of entries.
    private static let maximumEntries = 1 << 20

    private struct State {
        var entries: ClockCache<StoredEvidence.Key, StoredEvidence>

        /// Stores an entry unless the present one is newer, and returns the newer one.
        mutating func insert(_ entry: StoredEvidence, for key: StoredEvidence.Key) -> StoredEvidence {
            if let present = entries.value(for: key), entry.isOlder(than: present) { return present }
            entries.insert(entry, for: key, weight: entry.weight)
            return entry
        }
    }

    private let state: Mutex<State>

    init(bytes: Int) {
        state = Mutex(State(entries: ClockCache(capacity: Self.maximumEntries, maximumWeight: bytes)))
    }

    /// Returns the evidence for a key; nil if there is none that may be used now.
    func evidence(for key: StoredEvidence.Key, at now: Instant) -> StoredEvidence? {
        entry(for: key).flatMap { now <= $0.end ? $0 : nil }
    }

    /// Returns the evidence for a key, also if its time is over.
    func entry(for key: StoredEvidence.Key) -> StoredEvidence? { state.withLock { $0.entries.value(for: key) } }

    /// Stores verified evidence unless newer evidence is present, and returns the newer one.
    func insert(_ entry: StoredEvidence, for key: StoredEvidence.Key) -> StoredEvidence {
        state.withLock { $0.insert(entry, for: key) }
    }

    /// The number of entries and their estimated memory in bytes.
    var figures: (entries: Int, bytes: Int) { state.withLock { ($0.entries.count, $0.entries.weight) } }
}
