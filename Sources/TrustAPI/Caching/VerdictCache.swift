package import BoundedCache
import MicrohttpdServer
package import TrustModel

/// Caches verdicts by the bytes of their requests, so that repeated requests are not even parsed.
///
/// The cache does not affect verdicts: an entry is used only while everything that determines its verdict is unchanged.
/// Each response has a new identifier and evaluation time.
package final class VerdictCache: Sendable {
    /// Everything that determines a verdict except the policies and the time.
    struct DigestKey: Hashable, Sendable {
        /// The SHA-256 digest of the request body.
        let body: Fingerprint
        let parameters: RequestParameters
    }

    enum Found {
        case answer(CachedAnswer)
        /// There is no valid entry; the new verdict is stored under this key.
        case key(DigestKey)
        /// There is no entry, and the new verdict is not stored.
        case nothing
    }

    /// The maximum number of per-thread caches; if there are more workers, several share one cache.
    private static let maximumPerThreadCaches = 16
    /// The capacity of a per-thread cache is the total capacity divided by this number.
    private static let perThreadShare = 64
    /// The memory for an entry in addition to its JSON, in bytes.
    private static let overhead = 512
    /// The size in bytes of the longest verdicts for ordinary chains; every shard has capacity for one of them.
    private static let heaviest = 64 << 10

    private let cache: SharedCache<DigestKey, CachedAnswer>
    /// The caches in front of the shared cache, indexed by worker.
    private let perThread: [PerThreadCache]
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

    /// The statistics of the cache; weights are bytes.
    ///
    /// Entries and evictions exclude per-thread copies.
    package var figures: CacheFigures {
        var figures = cache.figures
        // Hits in per-thread caches do not reach the shared cache.
        figures.hits += perThread.reduce(0) { $0 + $1.hits }
        return figures
    }

    /// Looks up a valid entry; `snapshot` is a serial number, and for a batch item `worker` is its position.
    func answer(
        to body: [UInt8],
        _ parameters: RequestParameters,
        worker: Int,
        under snapshot: UInt64,
        at now: Instant
    ) -> Found {
        guard isEnabled else { return .nothing }
        let exactKey = VerdictCacheKey(body: body, parameters: parameters)
        let perThread = perThread[worker % perThread.count]
        if let known = perThread.answer(for: exactKey, where: { $0.isValid(under: snapshot, at: now) }) {
            return .answer(known)
        }
        let key = DigestKey(body: sha256(body), parameters: parameters)
        let isRepeated = perThread.isRepeated(key)
        guard let known = cache.value(for: key, where: { $0.isValid(under: snapshot, at: now) }) else {
            return .key(key)
        }
        let weight = weight(of: known) + exactKey.weight
        if isRepeated, perThread.canStore(weight: weight) { perThread.insert(known, for: exactKey, weight: weight) }
        return .answer(known)
    }

    func insert(_ answer: CachedAnswer, for key: DigestKey) {
        cache.insert(answer, for: key, weight: weight(of: answer) + key.parameters.target.count)
    }

    private func weight(of answer: CachedAnswer) -> Int {
        answer.verdict.bytes.count + Self.overhead
    }
}
