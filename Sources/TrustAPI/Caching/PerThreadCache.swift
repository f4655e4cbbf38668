import BoundedCache
import Synchronization

/// A worker thread's copies of verdicts that it needs repeatedly; searched before the shared cache.
///
/// If all clients send the same request, every worker writes to the lock and reference count of one shared entry, and
/// the contention costs more than the lookup. This cache compares the bytes of requests and computes no digest.
final class PerThreadCache: Sendable {
    private struct Entry {
        let key: AnswerCacheKey
        let answer: CachedAnswer
    }

    private struct State {
        /// Entries by sketch; a request replaces the entry of an earlier request with the same sketch.
        var answers: ClockCache<UInt64, Entry>
        var lastMissed: AnswerCache.Key?
        var hits = 0
    }

    private let state: Mutex<State>
    private let maximumWeight: Int

    /// Creates an empty cache; with a capacity of 0 it stores nothing.
    init(capacity: Int, maximumWeight: Int) {
        self.maximumWeight = capacity > 0 ? maximumWeight : 0
        state = Mutex(State(answers: ClockCache(capacity: capacity, maximumWeight: maximumWeight)))
    }

    var hits: Int { state.withLock { $0.hits } }

    func answer(for key: AnswerCacheKey, where isUsable: (CachedAnswer) -> Bool) -> CachedAnswer? {
        state.withLock { state in
            guard let known = state.answers.value(for: key.sketch), known.key == key,
                isUsable(known.answer)
            else { return nil }
            state.hits += 1
            return known.answer
        }
    }

    /// Records a miss, and returns whether the previous miss had the same key; if so, the caller stores a copy.
    func isRepeated(_ key: AnswerCache.Key) -> Bool {
        state.withLock { state in
            defer { state.lastMissed = key }
            return state.lastMissed?.isSame(as: key) ?? false
        }
    }

    func canStore(weight: Int) -> Bool { weight <= maximumWeight }

    /// Stores copies of a verdict and its key that share no memory with the originals.
    func insert(_ answer: CachedAnswer, for key: AnswerCacheKey, weight: Int) {
        let entry = Entry(key: key.copy, answer: answer.copy)
        let displaced = state.withLock { $0.answers.insert(entry, for: key.sketch, weight: weight) }
        withExtendedLifetime(displaced) {}
    }
}
