public import Synchronization

/// A bounded cache that many threads use at once: parts with a lock each, so that they seldom wait for one another.
///
/// No lock is held while a value is made. All of this target is public and inlinable, which no other is: only so does the
/// compiler specialize the code for the keys and values of other targets, and without it a look-up counts references through
/// tables of metadata.
public final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct State: Sendable {
        @usableFromInline var cache: ClockCache<Key, Value>
        @usableFromInline var hits = 0
        @usableFromInline var misses = 0

        @inlinable init(_ cache: ClockCache<Key, Value>) {
            self.cache = cache
        }
    }

    @usableFromInline final class Part: Sendable {
        @usableFromInline let state: Mutex<State>

        @inlinable init(_ cache: ClockCache<Key, Value>) {
            state = Mutex(State(cache))
        }
    }

    @usableFromInline let parts: [Part]

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: how many entries there may be, 0 for none; rounded up to a multiple of the parts.
    ///   - maximumWeight: how much they may weigh together, in whatever unit the weights are.
    ///   - heaviest: what a single entry may weigh that is to find room, where all may weigh as much together.
    @inlinable public init(capacity: Int, maximumWeight: Int = .max, heaviest: Int = 1) {
        // Neither few entries nor little weight are spread so thin that entries push each other out or find no room.
        var count = 1
        while count < 16, capacity / count >= 64, maximumWeight / (2 * count) >= heaviest { count *= 2 }
        parts = (0..<count).map { _ in
            Part(ClockCache(capacity: (capacity + count - 1) / count, maximumWeight: maximumWeight / count))
        }
    }

    @inlinable func part(for key: Key) -> Part {
        parts.count == 1
            ? parts[0] : parts[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) >> 32) & (parts.count - 1)]
    }

    /// What is stored for a key; nil where nothing is, or nothing that can be used any more.
    @inlinable public func value(for key: Key, where isUsable: (Value) -> Bool = { _ in true }) -> Value? {
        part(for: key).state.withLock { state in
            let value = state.cache.value(for: key).flatMap { isUsable($0) ? $0 : nil }
            if value == nil { state.misses += 1 } else { state.hits += 1 }
            return value
        }
    }

    /// Stores a value, in the place of others where there is no room; what alone is too heavy is not stored.
    @inlinable public func insert(_ value: Value, for key: Key, weight: Int = 1) {
        let displaced = part(for: key).state.withLock { $0.cache.insert(value, for: key, weight: weight) }
        // What goes, goes outside the lock: destroying it may take longer than all the rest.
        withExtendedLifetime(displaced) {}
    }

    /// How the cache is doing.
    @inlinable public var figures: CacheFigures {
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
