/// The last entries that were added, in bounded memory.
struct LastEntries<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let bytes: Int
        /// The number of the last addition with the key.
        let number: Int
    }

    /// The maximum number of entries, and the memory that they may take in bytes.
    private let maximumCount: Int
    private let maximumBytes: Int
    private var entries: [Key: Entry] = [:]
    /// The keys in the order of the additions; only the last place of each has an entry.
    private var order: [(key: Key, number: Int)] = []
    /// The position in the order before which all entries were removed.
    private var head = 0
    /// The number of additions.
    private var additions = 0
    private(set) var bytes = 0
    /// The number of entries that were removed, of which some can have been added again.
    private(set) var removals = 0

    init(maximumCount: Int = .max, maximumBytes: Int) {
        (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
    }

    subscript(_ key: Key) -> Value? { entries[key]?.value }

    /// The values in the order in which their keys were added last.
    var values: [Value] { entries.values.sorted { $0.number < $1.number }.map(\.value) }

    /// Adds an entry, which replaces that with the same key.
    mutating func add(_ value: Value, bytes count: Int, for key: Key) {
        let entry = Entry(value: value, bytes: count, number: additions)
        additions += 1
        bytes += entry.bytes - (entries.updateValue(entry, forKey: key)?.bytes ?? 0)
        order.append((key, entry.number))
        removeExcess()
    }

    private mutating func removeExcess() {
        while bytes > maximumBytes || entries.count > maximumCount, head < order.count {
            let (key, number) = order[head]
            head += 1
            guard let entry = entries[key], entry.number == number else { continue }
            entries[key] = nil
            bytes -= entry.bytes
            removals += 1
        }
        // Texts that were added again leave places without an entry.
        guard order.count > 2 * entries.count + 64 else { return }
        order = order.filter { entries[$0.key]?.number == $0.number }
        head = 0
    }
}
