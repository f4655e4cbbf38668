import Synchronization

/// A bounded cache that many threads use at once: parts with a lock each, so that they seldom wait for one another.
///
/// No lock is held while a value is made.
package final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State: Sendable {
        var cache: ClockCache<Key, Value>
        var hits = 0
        var misses = 0

        init(_ cache: ClockCache<Key, Value>) {
            self.cache = cache
        }
    }

    private final class Part: Sendable {
        let state: Mutex<State>

        init(_ cache: ClockCache<Key, Value>) {
            state = Mutex(State(cache))
        }
    }

    private let parts: [Part]

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: how many entries there may be, 0 for none; rounded up to a multiple of the parts.
    ///   - maximumWeight: how much they may weigh together, in whatever unit the weights are.
    package init(capacity: Int, maximumWeight: Int = .max) {
        // Few entries are not spread so thin that some of them push each other out.
        let count = capacity >= 1024 ? 16 : 1
        parts = (0..<count).map { _ in
            Part(ClockCache(capacity: (capacity + count - 1) / count, maximumWeight: maximumWeight / count))
        }
    }

    private func part(for key: Key) -> Part {
        parts.count == 1 ? parts[0] : parts[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) >> 32) & 15]
    }

    /// What is stored for a key; nil where nothing is, or nothing that can be used any more.
    package func value(for key: Key, where isUsable: (Value) -> Bool = { _ in true }) -> Value? {
        part(for: key).state.withLock { state in
            let value = state.cache.value(for: key).flatMap { isUsable($0) ? $0 : nil }
            if value == nil { state.misses += 1 } else { state.hits += 1 }
            return value
        }
    }

    /// Stores a value, in the place of others where there is no room; what alone is too heavy is not stored.
    package func insert(_ value: Value, for key: Key, weight: Int = 1) {
        part(for: key).state.withLock { $0.cache.insert(value, for: key, weight: weight) }
    }

    /// Forgets what is stored for a key.
    package func removeValue(for key: Key) {
        part(for: key).state.withLock { $0.cache.removeValue(for: key) }
    }

    /// How the cache is doing.
    package var figures: CacheFigures {
        parts.reduce(into: CacheFigures()) { figures, part in
            part.state.withLock { state in
                figures.entries += state.cache.count
                figures.weight += state.cache.weight
                figures.hits += state.hits
                figures.misses += state.misses
                figures.evictions += state.cache.evictions
            }
        }
    }
}
