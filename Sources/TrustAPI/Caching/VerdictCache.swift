package import BoundedCache
import MicrohttpdServer
package import TrustModel

/// Answers that were given before, looked up by what decides them before the body is read.
///
/// No verdict depends on it: an answer is given again only as long as nothing that decided it has changed, and with an
/// identifier and a time of its own.
package final class VerdictCache: Sendable {
    /// Everything that decides an answer but for the policies and the time.
    struct Key: Hashable, Sendable {
        /// SHA-256 of the request's body.
        let body: Fingerprint
        let form: RequestParameters
    }

    /// What was found for a request.
    enum Found {
        /// An answer that may be given again.
        case answer(CachedAnswer)
        /// None; what the answer is to be remembered by.
        case key(Key)
        /// None, and none is remembered.
        case nothing
    }

    /// How many workers have answers of their own at most; of more, some share theirs.
    private static let maximumNear = 16
    /// What part of all there may be a worker has for itself.
    private static let nearShare = 64
    /// What an entry takes beside its text, in bytes.
    private static let overhead = 512
    /// What the longest explanations of usual chains take, so that each finds room, in bytes.
    private static let heaviest = 64 << 10

    private let cache: SharedCache<Key, CachedAnswer>
    /// For each of a few workers.
    private let near: [PerThreadCache]
    private let sha256: @Sendable ([UInt8]) -> Fingerprint
    /// Whether anything is kept at all.
    private let isOn: Bool

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - entries: how many answers are kept at most, copies for single workers among them; 0 turns the cache off.
    ///   - bytes: how much memory they may have together; 0 turns the cache off as well.
    ///   - workers: how many workers ask.
    ///   - sha256: the SHA-256 digest of bytes.
    package init(entries: Int, bytes: Int, workers: Int, sha256: @escaping @Sendable ([UInt8]) -> Fingerprint) {
        let nearCount = max(1, min(workers, Self.maximumNear))
        let nearEntries = min(entries / Self.nearShare, 64)
        let nearBytes = nearEntries > 0 ? bytes / Self.nearShare : 0
        cache = SharedCache(
            capacity: entries - nearCount * nearEntries,
            maximumWeight: bytes - nearCount * nearBytes,
            heaviest: Self.heaviest
        )
        near = (0..<nearCount).map { _ in PerThreadCache(capacity: nearEntries, maximumWeight: nearBytes) }
        isOn = entries > 0 && bytes > 0
        self.sha256 = sha256
    }

    /// How the cache is doing; weights are bytes.
    ///
    /// Copies for single workers count neither as entries nor as evictions.
    package var figures: CacheFigures {
        var figures = cache.figures
        // What was found near was not looked for here.
        figures.hits += near.reduce(0) { $0 + $1.hits }
        return figures
    }

    /// Looks for an answer that still counts.
    ///
    /// - Parameters:
    ///   - body: what is asked.
    ///   - form: in what form it is asked.
    ///   - worker: who asks; for an item of a batch its position, as if the items came from workers in turn.
    ///   - snapshot: the serial number of the policies.
    ///   - now: the time that it is asked at.
    /// - Returns: the answer, or what the one to come is remembered by.
    func answer(
        to body: [UInt8],
        _ form: RequestParameters,
        worker: Int,
        under snapshot: UInt64,
        at now: Instant
    ) -> Found {
        guard isOn else { return .nothing }
        let asked = VerdictCacheKey(body: body, form: form)
        let near = near[worker % near.count]
        if let known = near.answer(to: asked, where: { $0.counts(under: snapshot, at: now) }) { return .answer(known) }
        let key = Key(body: sha256(body), form: form)
        let isRepeated = near.isRepeated(key)
        guard let known = cache.value(for: key, where: { $0.counts(under: snapshot, at: now) }) else {
            return .key(key)
        }
        let weight = weight(of: known) + asked.weight
        if isRepeated, near.mayKeep(weight: weight) { near.insert(known, to: asked, weight: weight) }
        return .answer(known)
    }

    /// Remembers an answer.
    func insert(_ answer: CachedAnswer, for key: Key) {
        cache.insert(answer, for: key, weight: weight(of: answer) + key.form.target.count)
    }

    private func weight(of answer: CachedAnswer) -> Int {
        answer.verdict.bytes.count + Self.overhead
    }
}
