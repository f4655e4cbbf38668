/// A map with a maximum number of entries and a maximum total weight, and second-chance (clock) replacement.
///
/// Evicts the first entry not looked up since the hand last passed it. Operations take amortized constant time.
public struct ClockCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Slot: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        @usableFromInline let weight: Int
        /// Whether the entry was looked up since the hand last passed it.
        @usableFromInline var isReferenced: Bool

        @inlinable init(key: Key, value: Value, weight: Int) {
            self.key = key
            self.value = value
            self.weight = weight
            isReferenced = false
        }
    }

    @usableFromInline let capacity: Int
    @usableFromInline let maximumWeight: Int
    @usableFromInline var slots: [Slot] = []
    @usableFromInline var positions: [Key: Int] = [:]
    @usableFromInline var hand = 0

    @usableFromInline var heldWeight = 0
    @usableFromInline var evicted = 0

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of entries; 0 stores none.
    ///   - maximumWeight: the maximum total weight of the entries, in the caller's unit.
    @inlinable public init(capacity: Int, maximumWeight: Int = .max) {
        self.capacity = capacity
        self.maximumWeight = maximumWeight
    }

    /// The total weight of the entries.
    @inlinable public var weight: Int { heldWeight }

    /// The number of entries evicted to make space for others.
    @inlinable public var evictions: Int { evicted }

    /// The number of entries.
    @inlinable public var count: Int { slots.count }

    /// Returns the value stored for a key, and marks its entry as referenced.
    @inlinable public mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        slots[position].isReferenced = true
        return slots[position].value
    }

    /// Stores a value and evicts others if necessary; does not store a value whose own weight exceeds the maximum.
    ///
    /// - Returns: the last value displaced, so that a caller that holds a lock can destroy it after unlocking.
    @discardableResult
    @inlinable public mutating func insert(_ value: Value, for key: Key, weight newWeight: Int = 1) -> Value? {
        var displaced: Value?
        if let known = positions[key] { displaced = remove(at: known) }
        guard capacity > 0, newWeight <= maximumWeight else { return displaced }
        while slots.count >= capacity || heldWeight > maximumWeight - newWeight { displaced = evict() }
        positions[key] = slots.count
        slots.append(Slot(key: key, value: value, weight: newWeight))
        heldWeight += newWeight
        return displaced
    }

    /// Evicts the next entry, as if space were needed, and returns its value; nil if the cache is empty.
    @discardableResult
    @inlinable public mutating func evictNext() -> Value? { slots.isEmpty ? nil : evict() }

    /// Removes the value stored for a key, and returns it; nil if there is none.
    @discardableResult
    @inlinable public mutating func removeValue(for key: Key) -> Value? {
        positions[key].map { remove(at: $0) }
    }

    /// Evicts the first entry that was not looked up since the hand last passed it.
    @inlinable mutating func evict() -> Value {
        if hand >= slots.count { hand = 0 }
        while slots[hand].isReferenced {
            slots[hand].isReferenced = false
            hand = hand + 1 == slots.count ? 0 : hand + 1
        }
        let value = remove(at: hand)
        // The entry moved to this slot is usually the newest, so the hand skips it.
        hand += 1
        evicted += 1
        return value
    }

    /// Removes an entry and moves the last one into its slot.
    @inlinable mutating func remove(at position: Int) -> Value {
        let last = slots.removeLast()
        let removed = position < slots.count ? slots[position] : last
        positions[removed.key] = nil
        heldWeight -= removed.weight
        if position < slots.count {
            slots[position] = last
            positions[last.key] = position
        }
        return removed.value
    }
}
