/// A bounded map that forgets first what was not asked for since it was last passed over (second-chance replacement).
///
/// Bounded by entries and by what they weigh together. Looking up and storing take constant time on average; nothing is
/// ever swept as a whole.
package struct ClockCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        let key: Key
        let value: Value
        let weight: Int
        /// Whether it was asked for since the hand last passed.
        var isWanted: Bool

        init(key: Key, value: Value, weight: Int) {
            self.key = key
            self.value = value
            self.weight = weight
            isWanted = false
        }
    }

    private let capacity: Int
    private let maximumWeight: Int
    private var slots: [Slot] = []
    private var positions: [Key: Int] = [:]
    private var hand = 0

    /// How much the entries weigh together.
    package private(set) var weight = 0
    /// How many entries were given up for others.
    package private(set) var evictions = 0

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: how many entries there may be; none with 0.
    ///   - maximumWeight: how much they may weigh together, in whatever unit the weights are.
    package init(capacity: Int, maximumWeight: Int = .max) {
        self.capacity = capacity
        self.maximumWeight = maximumWeight
    }

    /// How many entries there are.
    package var count: Int { slots.count }

    /// What is stored for a key; nil where nothing is.
    package mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        slots[position].isWanted = true
        return slots[position].value
    }

    /// Stores a value, in the place of others where there is no room; what alone is too heavy is not stored.
    package mutating func insert(_ value: Value, for key: Key, weight newWeight: Int = 1) {
        if let known = positions[key] { remove(at: known) }
        guard capacity > 0, newWeight <= maximumWeight else { return }
        while slots.count >= capacity || weight > maximumWeight - newWeight { evict() }
        positions[key] = slots.count
        slots.append(Slot(key: key, value: value, weight: newWeight))
        weight += newWeight
    }

    /// Forgets what is stored for a key.
    package mutating func removeValue(for key: Key) {
        if let position = positions[key] { remove(at: position) }
    }

    /// Gives up one entry: the first that was not asked for since the hand last passed it.
    private mutating func evict() {
        if hand >= slots.count { hand = 0 }
        while slots[hand].isWanted {
            slots[hand].isWanted = false
            hand = hand + 1 == slots.count ? 0 : hand + 1
        }
        remove(at: hand)
        // What was put there instead came last, so it is looked at last.
        hand += 1
        evictions += 1
    }

    /// Takes an entry out and puts the last one in its place.
    private mutating func remove(at position: Int) {
        let last = slots.removeLast()
        guard position < slots.count else {
            positions[last.key] = nil
            weight -= last.weight
            return
        }
        positions[slots[position].key] = nil
        weight -= slots[position].weight
        slots[position] = last
        positions[last.key] = position
    }
}
