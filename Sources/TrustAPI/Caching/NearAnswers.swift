import BoundedCache
import Synchronization

/// What one worker was asked twice in a row: copies of answers that hardly any other worker touches.
///
/// Where all clients ask the same, a common entry costs more than finding it: its lock and its count of references are
/// written by every worker, and each waits for the other's processor to hand over the memory they are in.
final class NearAnswers: Sendable {
    private struct State {
        var answers: ClockCache<VerdictCache.Key, CachedAnswer>
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

    /// An answer that can be used, if it is here; else whether the same was asked just before.
    func answer(
        for key: VerdictCache.Key,
        where isUsable: (CachedAnswer) -> Bool
    ) -> (answer: CachedAnswer?, isRepeated: Bool) {
        state.withLock { state in
            if let known = state.answers.value(for: key), isUsable(known) {
                state.hits += 1
                return (known, true)
            }
            let isRepeated = state.lastMissed == key
            state.lastMissed = key
            return (nil, isRepeated)
        }
    }

    /// Whether there can be room for an answer, so that it is worth a copy.
    func mayKeep(weight: Int) -> Bool { weight <= maximumWeight }

    /// Keeps an answer that nobody else has.
    func insert(_ answer: CachedAnswer, for key: VerdictCache.Key, weight: Int) {
        let displaced = state.withLock { $0.answers.insert(answer, for: key, weight: weight) }
        withExtendedLifetime(displaced) {}
    }
}
