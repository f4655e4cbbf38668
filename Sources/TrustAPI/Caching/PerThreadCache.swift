import BoundedCache
import Synchronization

/// What one worker was asked twice in a row: copies of answers that hardly any other worker touches.
///
/// Where all clients ask the same, a common entry costs more than finding it: its lock and its count of references are
/// written by every worker, and each waits for the other's processor to hand over the memory they are in. They are looked up
/// by the request's own bytes, without a digest.
final class PerThreadCache: Sendable {
    private struct Entry {
        let request: VerdictCacheKey
        let answer: CachedAnswer
    }

    private struct State {
        /// By sketch, so that a look-up compares one request at most; of two with one sketch the later stays.
        var answers: ClockCache<UInt64, Entry>
        /// What was asked last and is not here.
        var lastMissed: VerdictCache.Key?
        var hits = 0
    }

    private let state: Mutex<State>
    private let maximumWeight: Int

    /// Makes an empty one; without capacity it keeps nothing.
    init(capacity: Int, maximumWeight: Int) {
        self.maximumWeight = capacity > 0 ? maximumWeight : 0
        state = Mutex(State(answers: ClockCache(capacity: capacity, maximumWeight: maximumWeight)))
    }

    /// How often an answer was here.
    var hits: Int { state.withLock { $0.hits } }

    /// An answer that can be used, if it is here.
    func answer(to request: VerdictCacheKey, where isUsable: (CachedAnswer) -> Bool) -> CachedAnswer? {
        state.withLock { state in
            guard let known = state.answers.value(for: request.sketch), known.request == request,
                isUsable(known.answer)
            else { return nil }
            state.hits += 1
            return known.answer
        }
    }

    /// Whether what is not here was not here just before either, so that it is worth a copy.
    func isRepeated(_ key: VerdictCache.Key) -> Bool {
        state.withLock { state in
            defer { state.lastMissed = key }
            return state.lastMissed == key
        }
    }

    /// Whether there can be room for an answer.
    func mayKeep(weight: Int) -> Bool { weight <= maximumWeight }

    /// Keeps an answer, both of it and of the request a copy that nobody else has.
    func insert(_ answer: CachedAnswer, to request: VerdictCacheKey, weight: Int) {
        let entry = Entry(request: request.copy, answer: answer.copy)
        let displaced = state.withLock { $0.answers.insert(entry, for: request.sketch, weight: weight) }
        withExtendedLifetime(displaced) {}
    }
}
