/// A bounded map that forgets first what was not asked for since it was last passed over (second-chance replacement).
///
/// Bounded by entries and by what they weigh together. Looking up and storing take constant time on average; nothing is
/// ever swept as a whole.
public struct ClockCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Slot: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        @usableFromInline let weight: Int
        /// Whether it was asked for since the hand last passed.
        @usableFromInline var isWanted: Bool

        @inlinable init(key: Key, value: Value, weight: Int) {
            self.key = key
            self.value = value
            self.weight = weight
            isWanted = false
        }
    }

    @usableFromInline let capacity: Int
    @usableFromInline let maximumWeight: Int
    @usableFromInline var slots: [Slot] = []
    @usableFromInline var positions: [Key: Int] = [:]
    @usableFromInline var hand = 0

    @usableFromInline var heldWeight = 0
    @usableFromInline var evicted = 0

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: how many entries there may be; none with 0.
    ///   - maximumWeight: how much they may weigh together, in whatever unit the weights are.
    @inlinable public init(capacity: Int, maximumWeight: Int = .max) {
        self.capacity = capacity
        self.maximumWeight = maximumWeight
    }

    /// How much the entries weigh together.
    @inlinable public var weight: Int { heldWeight }

    /// How many entries were given up for others.
    @inlinable public var evictions: Int { evicted }

    /// How many entries there are.
    @inlinable public var count: Int { slots.count }

    /// What is stored for a key; nil where nothing is.
    @inlinable public mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        slots[position].isWanted = true
        return slots[position].value
    }

    /// Stores a value, in the place of others where there is no room; what alone is too heavy is not stored.
    ///
    /// - Returns: the last value that was given up for it, so that whoever holds a lock need not destroy it there.
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

    /// Gives up one entry: the first that was not asked for since the hand last passed it.
    @inlinable mutating func evict() -> Value {
        if hand >= slots.count { hand = 0 }
        while slots[hand].isWanted {
            slots[hand].isWanted = false
            hand = hand + 1 == slots.count ? 0 : hand + 1
        }
        let value = remove(at: hand)
        // What was put there instead came last, so it is looked at last.
        hand += 1
        evicted += 1
        return value
    }

    /// Takes an entry out and puts the last one in its place.
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
