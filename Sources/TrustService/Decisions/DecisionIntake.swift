/// The end of a queue at which one thread takes the decisions, in the order of their numbers.
package struct DecisionIntake: Sendable {
    private struct Run {
        var decisions: [Decision] = []
        var position = 0

        var next: UInt64? { position < decisions.count ? decisions[position].number : nil }

        /// Removes the decisions before the position.
        mutating func removeReturned() {
            if position < decisions.count {
                decisions.removeSubrange(..<position)
            } else {
                decisions.removeAll(keepingCapacity: decisions.capacity <= DecisionIntake.keptCapacity)
            }
            position = 0
        }
    }

    /// The capacity, in decisions, that an empty array keeps.
    fileprivate static let keptCapacity = 4096

    private let queue: DecisionQueue
    /// The decisions of each part of the queue, with ascending numbers.
    private var runs: [Run]
    /// The number before which each decision was taken or dropped.
    package private(set) var end: UInt64 = 1

    /// Whether all decisions that were taken have been returned.
    package var isEmpty: Bool { runs.allSatisfy { $0.next == nil } }

    /// Creates the end of a queue, of which there must be one.
    package init(of queue: DecisionQueue) {
        self.queue = queue
        runs = (0..<queue.partCount).map { _ in Run() }
    }

    /// Takes all decisions that wait, after all that were taken before have been returned by ``next()``.
    package mutating func take() {
        // A number below this was taken under the lock of a part, which also stored or dropped the decision. The loop
        // has each of these locks later.
        end = queue.nextNumber
        for index in runs.indices {
            runs[index].removeReturned()
            queue.take(index, into: &runs[index].decisions)
        }
    }

    /// Returns the decision with the lowest number below ``end``; nil if there is none.
    package mutating func next() -> Decision? {
        var lowest = end
        var found: Int?
        for index in runs.indices {
            if let next = runs[index].next, next < lowest { (lowest, found) = (next, index) }
        }
        guard let found else { return nil }
        defer { runs[found].position += 1 }
        return runs[found].decisions[runs[found].position]
    }
}
