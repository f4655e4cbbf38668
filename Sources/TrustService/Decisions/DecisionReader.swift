/// Reads the decisions of a ``DecisionMemory`` in parts, the newest first.
///
/// No lock is held between two parts. Decisions that are stored meanwhile are not read, and those that are removed
/// meanwhile may be missing.
package struct DecisionReader {
    /// A decision with its number, which is larger than those of all decisions that were stored before.
    package typealias Numbered = (number: UInt64, decision: Decision)

    /// The entries of one shard that are next.
    private struct Column {
        /// The entries that were read and not returned, the oldest first.
        var entries: [DecisionRing.Entry] = []
        /// The number below which to read further entries; nil if there are none.
        var below: UInt64?
    }

    /// The largest number of decisions in a part, and that of entries that are read with one lock of a shard.
    private static let (partSize, columnSize) = (256, 64)

    private let memory: DecisionMemory
    private var columns: [Column]

    init(of memory: DecisionMemory, below number: UInt64, shards: Int) {
        self.memory = memory
        columns = Array(repeating: Column(below: number), count: shards)
    }

    /// Returns the next decisions; none if all were read.
    package mutating func next() -> [Numbered] {
        var part: [Numbered] = []
        while part.count < Self.partSize, let entry = newest() { part.append((entry.number, entry.decision)) }
        return part
    }

    private mutating func newest() -> DecisionRing.Entry? {
        var newest: (column: Int, number: UInt64)?
        for index in columns.indices {
            if columns[index].entries.isEmpty { read(index) }
            guard let number = columns[index].entries.last?.number else { continue }
            if newest.map({ $0.number < number }) ?? true { newest = (index, number) }
        }
        return newest.flatMap { columns[$0.column].entries.popLast() }
    }

    private mutating func read(_ index: Int) {
        guard let below = columns[index].below else { return }
        let entries = memory.part(of: index, below: below, ofAtMost: Self.columnSize)
        columns[index] = Column(entries: entries, below: entries.first?.number)
    }
}
