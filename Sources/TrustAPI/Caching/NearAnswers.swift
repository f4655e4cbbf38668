import BoundedCache
import Synchronization

/// What one worker was asked twice in a row: copies of answers that hardly any other worker touches.
///
/// Where all clients ask the same, a common entry costs more than finding it: its lock and its count of references are
/// written by every worker, and each waits for the other's processor to hand over the memory they are in. They are looked up
/// by the request's own bytes, without a digest.
final class NearAnswers: Sendable {
    private struct State {
        var answers: ClockCache<AskedRequest, CachedAnswer>
        /// What was asked last and is not here, by its sketch: it decides no more than whether a copy is made.
        var lastMissed: UInt64?
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
        to request: AskedRequest,
        where isUsable: (CachedAnswer) -> Bool
    ) -> (answer: CachedAnswer?, isRepeated: Bool) {
        state.withLock { state in
            if let known = state.answers.value(for: request), isUsable(known) {
                state.hits += 1
                return (known, true)
            }
            let isRepeated = state.lastMissed == request.sketch
            state.lastMissed = request.sketch
            return (nil, isRepeated)
        }
    }

    /// Whether there can be room for an answer, so that it is worth a copy.
    func mayKeep(weight: Int) -> Bool { weight <= maximumWeight }

    /// Keeps an answer that nobody else has.
    func insert(_ answer: CachedAnswer, to request: AskedRequest, weight: Int) {
        let displaced = state.withLock { $0.answers.insert(answer, for: request, weight: weight) }
        withExtendedLifetime(displaced) {}
    }
}
