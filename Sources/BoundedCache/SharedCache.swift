public import Synchronization

/// A bounded, thread-safe cache, divided into shards with one lock each to reduce contention.
///
/// No lock is held while a value is computed. Unlike other targets, BoundedCache is entirely public and inlinable, so
/// that the compiler specializes it for the keys and values of other targets. Unspecialized lookups are slow: they
/// retain and release through type metadata.
public final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct State: Sendable {
        @usableFromInline var cache: ClockCache<Key, Value>
        @usableFromInline var hits = 0
        @usableFromInline var misses = 0

        @inlinable init(_ cache: ClockCache<Key, Value>) {
            self.cache = cache
        }
    }

    @usableFromInline final class Shard: Sendable {
        @usableFromInline let state: Mutex<State>

        @inlinable init(_ cache: ClockCache<Key, Value>) {
            state = Mutex(State(cache))
        }
    }

    @usableFromInline let shards: [Shard]

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of entries, rounded up to a multiple of the number of shards; 0 stores none.
    ///   - maximumWeight: the maximum total weight of the entries, in the caller's unit.
    ///   - heaviest: the weight of the heaviest entry; each shard has space for that entry if `maximumWeight` permits.
    @inlinable public init(capacity: Int, maximumWeight: Int = .max, heaviest: Int = 1) {
        // Limit the number of shards so that each has capacity for 32 entries and for the weight of the heaviest entry.
        var count = 1
        while count < 16, capacity / count >= 64, maximumWeight / (2 * count) >= heaviest { count *= 2 }
        shards = (0..<count).map { _ in
            Shard(ClockCache(capacity: (capacity + count - 1) / count, maximumWeight: maximumWeight / count))
        }
    }

    @inlinable func shard(for key: Key) -> Shard {
        shards.count == 1
            ? shards[0] : shards[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) >> 32) & (shards.count - 1)]
    }

    /// Returns the value stored for a key; nil if there is none, or if `isUsable` is false for it.
    @inlinable public func value(for key: Key, where isUsable: (Value) -> Bool = { _ in true }) -> Value? {
        shard(for: key).state.withLock { state in
            let value = state.cache.value(for: key).flatMap { isUsable($0) ? $0 : nil }
            if value == nil { state.misses += 1 } else { state.hits += 1 }
            return value
        }
    }

    /// Stores a value and evicts others if necessary; does not store a value whose own weight exceeds the maximum.
    @inlinable public func insert(_ value: Value, for key: Key, weight: Int = 1) {
        let displaced = shard(for: key).state.withLock { $0.cache.insert(value, for: key, weight: weight) }
        // Destroy the displaced value outside the lock, since destroying it may take long.
        withExtendedLifetime(displaced) {}
    }

    /// The statistics of all shards together.
    @inlinable public var figures: CacheFigures {
        shards.reduce(into: CacheFigures()) { figures, shard in
            shard.state.withLock { state in
                figures.entries += state.cache.count
                figures.weight += state.cache.weight
                figures.hits += state.hits
                figures.misses += state.misses
                figures.evictions += state.cache.evictions
            }
        }
    }
}
