import BoundedCache
import Synchronization
package import TrustModel
import TrustService

/// Caches responses by the bytes of their requests, so that repeated requests are not even parsed.
///
/// It stores only requests that are repeated; all others reach the remembered verdicts (`DecisionCache`). Neither affects
/// verdicts: an entry is used only while everything that determines its verdict is unchanged. Each response has a new
/// identifier and evaluation time.
package final class AnswerCache: Sendable {
    /// The bytes of a request, by which its response is found again.
    final class Key: Sendable {
        /// The SHA-256 digest of the request body.
        let body: Fingerprint
        let parameters: RequestParameters
        /// The sketch of ``AnswerCacheKey``, which selects the entry.
        let sketch: UInt64

        init(body: Fingerprint, parameters: RequestParameters, sketch: UInt64) {
            self.body = body
            self.parameters = parameters
            self.sketch = sketch
        }

        func isSame(as other: Key) -> Bool { body == other.body && parameters == other.parameters }
    }

    enum Found {
        case answer(CachedAnswer)
        /// The request was seen before; its response is stored under this key.
        case repeated(Key)
        /// The request is new, or the cache is disabled.
        case nothing
    }

    private enum Entry: Sendable {
        /// One request was seen. Its digest costs more than all else that the cache does, and most requests are never repeated.
        case seen
        case answer(Key, CachedAnswer)
    }

    /// The maximum number of per-thread caches; if there are more workers, several share one cache.
    private static let maximumPerThreadCaches = 16
    /// The capacity of a per-thread cache is the total capacity divided by this number.
    private static let perThreadShare = 64
    /// The memory for an entry in addition to its JSON, in bytes.
    private static let overhead = 512
    /// The memory for a request that was seen, in bytes.
    private static let seenBytes = 96
    /// The size in bytes of the longest verdicts for ordinary chains; every shard has capacity for one of them.
    private static let heaviest = 64 << 10

    /// The entries by sketch; a request replaces the entry of an earlier request with the same sketch.
    private let cache: SharedCache<UInt64, Entry>
    /// The caches in front of the shared cache, indexed by worker.
    private let perThread: [PerThreadCache]
    private let sharedHits = Atomic(0)
    private let sha256: @Sendable ([UInt8]) -> Fingerprint
    private let isEnabled: Bool

    /// Creates an empty cache with limits that include per-thread copies; a limit of 0 disables the cache.
    package init(entries: Int, bytes: Int, workers: Int, sha256: @escaping @Sendable ([UInt8]) -> Fingerprint) {
        let perThreadCount = max(1, min(workers, Self.maximumPerThreadCaches))
        let perThreadEntries = min(entries / Self.perThreadShare, 64)
        let perThreadBytes = perThreadEntries > 0 ? bytes / Self.perThreadShare : 0
        cache = SharedCache(
            capacity: entries - perThreadCount * perThreadEntries,
            maximumWeight: bytes - perThreadCount * perThreadBytes,
            heaviest: Self.heaviest
        )
        perThread = (0..<perThreadCount).map { _ in
            PerThreadCache(capacity: perThreadEntries, maximumWeight: perThreadBytes)
        }
        isEnabled = entries > 0 && bytes > 0
        self.sha256 = sha256
    }

    /// The statistics of the cache; weights are bytes, and misses are those of the remembered verdicts.
    ///
    /// Entries and evictions exclude per-thread copies.
    var figures: CacheFigures {
        var figures = cache.figures
        // Hits in per-thread caches do not reach the shared cache, which also counts requests that were only seen.
        figures.hits = perThread.reduce(sharedHits.load(ordering: .relaxed)) { $0 + $1.hits }
        figures.misses = 0
        return figures
    }

    /// Looks up a valid entry; `snapshot` is a serial number, and for a batch item `worker` is its position.
    ///
    /// An entry whose record is incomplete is not used, so that its decision is made again.
    func answer(
        to exactKey: AnswerCacheKey,
        worker: Int,
        under snapshot: UInt64,
        at now: Instant,
        unless isIncomplete: (DecisionFacts) -> Bool = { _ in false }
    ) -> Found {
        func isUsable(_ known: CachedAnswer) -> Bool {
            known.isValid(under: snapshot, at: now) && !isIncomplete(known.facts)
        }
        guard isEnabled else { return .nothing }
        let perThread = perThread[worker % perThread.count]
        if let known = perThread.answer(for: exactKey, where: isUsable) {
            return .answer(known)
        }
        guard let entry = cache.value(for: exactKey.sketch) else {
            cache.insert(.seen, for: exactKey.sketch, weight: Self.seenBytes)
            return .nothing
        }
        let key = Key(body: sha256(exactKey.body), parameters: exactKey.parameters, sketch: exactKey.sketch)
        guard case .answer(let stored, let known) = entry, stored.isSame(as: key),
            isUsable(known)
        else {
            return .repeated(key)
        }
        sharedHits.add(1, ordering: .relaxed)
        let weight = known.weight + exactKey.weight
        if perThread.isRepeated(key), perThread.canStore(weight: weight) {
            perThread.insert(known, for: exactKey, weight: weight)
        }
        return .answer(known)
    }

    func insert(_ answer: CachedAnswer, for key: Key) {
        cache.insert(
            .answer(key, answer),
            for: key.sketch,
            weight: Self.overhead + answer.weight + key.parameters.target.count
        )
    }
}
