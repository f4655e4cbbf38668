import TrustModel

/// Decisions in the order of their storage, which is that of their numbers.
///
/// The size includes each place and each object of facts once, however many decisions share it.
struct DecisionRing {
    /// A decision with its number in the order of all rings of a memory.
    struct Entry: Sendable {
        let number: UInt64
        let decision: Decision
    }

    /// The number of entries for which memory is allocated at once.
    private static let chunkSize = 128
    /// The memory of a key and a value with a free place for every three.
    private static let holderBytes = 24
    private static let chunkBytes = chunkSize * MemoryLayout<Entry?>.stride

    /// The entries, the oldest first; all chunks but the last one are full, and removed entries are nil.
    private var chunks: [[Entry?]] = []
    /// The number of removed entries in the first chunk, and of all entries after them.
    private var (removed, count) = (0, 0)
    /// The number of entries with each place and each object of facts.
    private var holders: [ObjectIdentifier: Int] = [:]
    /// The memory of the places, facts and other subjects, in bytes.
    private var subjectBytes = 0
    /// The latest time of a decision that was removed; nil if none was removed.
    private(set) var lastRemoval: WallTime?

    /// The memory of the chunks, of the table of holders and of all that the decisions refer to, in bytes.
    var bytes: Int { chunks.count * Self.chunkBytes + holders.capacity * Self.holderBytes + subjectBytes }

    private subscript(index: Int) -> Entry? {
        let position = removed + index
        return chunks[position / Self.chunkSize][position % Self.chunkSize]
    }

    /// Adds the newest entry.
    mutating func append(_ entry: Entry) {
        if (removed + count).isMultiple(of: Self.chunkSize) {
            var chunk: [Entry?] = []
            chunk.reserveCapacity(Self.chunkSize)
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(entry)
        count += 1
        subjectBytes += hold(entry.decision)
    }

    /// Removes the oldest decision if the size is above a limit; returns nil otherwise.
    mutating func removeExcess(over limit: Int) -> Decision? {
        guard bytes > limit, count > 0, let oldest = chunks[0][removed].take()?.decision else { return nil }
        count -= 1
        removed += 1
        if removed == Self.chunkSize {
            chunks.removeFirst()
            removed = 0
        }
        subjectBytes -= release(oldest)
        if lastRemoval.map({ $0.milliseconds < oldest.time.milliseconds }) ?? true { lastRemoval = oldest.time }
        return oldest
    }

    /// Registers what a decision refers to; returns the memory that it adds.
    private mutating func hold(_ decision: Decision) -> Int {
        var bytes = decision.subject.ownMemory
        if hold(decision.place) { bytes += decision.place.memory }
        if let facts = decision.facts, hold(facts) { bytes += facts.memory }
        return bytes
    }

    /// Ends ``hold(_:)``; returns the memory that is no longer needed.
    private mutating func release(_ decision: Decision) -> Int {
        var bytes = decision.subject.ownMemory
        if release(decision.place) { bytes += decision.place.memory }
        if let facts = decision.facts, release(facts) { bytes += facts.memory }
        return bytes
    }

    /// Returns whether this is the first holder.
    private mutating func hold(_ object: AnyObject) -> Bool {
        Self.add(1, to: &holders[ObjectIdentifier(object), default: 0]) == 1
    }

    /// Returns whether this was the last holder.
    private mutating func release(_ object: AnyObject) -> Bool {
        guard Self.add(-1, to: &holders[ObjectIdentifier(object), default: 0]) == 0 else { return false }
        holders[ObjectIdentifier(object)] = nil
        return true
    }

    /// Changes a number where it is, since each decision changes several and a second look-up would cost as much again.
    private static func add(_ difference: Int, to number: inout Int) -> Int {
        number += difference
        return number
    }

    /// Returns the last entries with numbers below `number`, at most `limit`, the oldest first.
    func part(below number: UInt64, ofAtMost limit: Int) -> [Entry] {
        let upper = index(ofFirstNumberFrom: number)
        return (max(0, upper - limit)..<upper).compactMap { self[$0] }
    }

    /// Looks for an identifier among the last entries with numbers below `number`, at most `limit`.
    ///
    /// - Returns: The decision, and the number below which to continue; nil if there are no further entries.
    func search(_ id: DecisionID, below number: UInt64, ofAtMost limit: Int) -> (found: Decision?, next: UInt64?) {
        let upper = index(ofFirstNumberFrom: number)
        let lower = max(0, upper - limit)
        for index in lower..<upper {
            if let decision = self[index]?.decision, decision.id == id { return (decision, nil) }
        }
        return (nil, lower > 0 ? self[lower]?.number : nil)
    }

    private func index(ofFirstNumberFrom number: UInt64) -> Int {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if let entry = self[middle], entry.number < number { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
