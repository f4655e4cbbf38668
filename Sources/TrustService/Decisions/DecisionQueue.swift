import Synchronization
import TrustModel

/// Holds decisions until the log has written them, bounded in bytes.
///
/// A decision gets its number when it arrives. A decision that is dropped uses up a number too, so that the log alone proves the
/// loss. No one waits for the log.
package final class DecisionQueue: Sendable {
    /// The treatment of a decision for which there is no space.
    package enum Overflow: String, Sendable, CaseIterable {
        /// The decision is given to the client, and counted instead of recorded.
        case drop
        /// The client gets an error in place of the decision.
        case refuse
    }

    /// Counts of decisions.
    package struct Figures: Sendable, Equatable {
        /// The decisions that were given to clients without a record.
        package var dropped = 0
        /// The decisions that clients did not get because they could not be recorded.
        package var refused = 0
        /// The decisions that were left out by ``DecisionSample``.
        package var sampledOut = 0
        /// The memory of the decisions that wait, in bytes.
        package var bytes = 0

        /// Creates counts of nothing.
        package init() {}

        fileprivate init(dropped: Int, refused: Int, sampledOut: Int, bytes: Int) {
            (self.dropped, self.refused, self.sampledOut, self.bytes) = (dropped, refused, sampledOut, bytes)
        }
    }

    private struct State {
        var waiting: [Decision] = []
        /// The dropped decisions, by the counter of their policy.
        var dropped: [Int: Int] = [:]
    }

    private final class Part: Sendable {
        let state = Mutex(State())
        let sampledOut = Atomic(0)
    }

    private static let maximumParts = 16
    /// The memory of a decision without its place and its facts, in bytes: an element of an array that has grown.
    private static let bytesEach = 2 * MemoryLayout<Decision>.stride

    private let maximumBytes: Int
    private let overflow: Overflow
    private let sample: DecisionSample
    private let secret = UInt64.random(in: .min ... .max)
    private let wake: @Sendable () -> Void
    private let lost: @Sendable (Figures) -> Void
    /// Sharded by worker, to avoid lock contention.
    private let parts: [Part]
    /// The number of the next decision; increased only under the lock of a part.
    private let number = Atomic<UInt64>(1)
    private let isClosed = Atomic(false)
    private let bytes = Atomic(0)
    private let dropped = Atomic(0)
    private let refused = Atomic(0)
    private let isAsleep = Atomic(false)

    /// Creates an empty queue.
    ///
    /// Workers call `wake` to wake the thread that takes decisions, and `lost` after each decision that is dropped or refused.
    package init(
        bytes: Int,
        onFull overflow: Overflow,
        workers: Int,
        sample: DecisionSample = .all,
        wake: @escaping @Sendable () -> Void,
        lost: @escaping @Sendable (Figures) -> Void = { _ in }
    ) {
        maximumBytes = bytes
        (self.overflow, self.sample) = (overflow, sample)
        (self.wake, self.lost) = (wake, lost)
        parts = (0..<max(1, min(workers, Self.maximumParts))).map { _ in Part() }
    }

    /// The counts so far.
    package var figures: Figures {
        Figures(
            dropped: dropped.load(ordering: .relaxed),
            refused: refused.load(ordering: .relaxed),
            sampledOut: parts.reduce(0) { $0 + $1.sampledOut.load(ordering: .relaxed) },
            bytes: bytes.load(ordering: .relaxed)
        )
    }

    /// The dropped decisions, by the counter of their policy; 0 for those without a policy.
    package var droppedByCounter: [Int: Int] {
        parts.reduce(into: [:]) { sum, part in sum.merge(part.state.withLock { $0.dropped }, uniquingKeysWith: +) }
    }

    /// The number of decisions that were accepted so far.
    package var accepted: Int { Int(number.load(ordering: .relaxed)) - 1 - dropped.load(ordering: .relaxed) }

    /// Returns the memory of a decision that begins to wait, in bytes; decisions that share facts are charged once for them.
    private static func enter(_ decision: Decision) -> Int {
        var size = bytesEach + decision.subject.ownMemory
        if decision.place.queued.add(1, ordering: .relaxed).oldValue == 0 { size += decision.place.memory }
        if let facts = decision.facts, facts.queued.add(1, ordering: .relaxed).oldValue == 0 { size += facts.memory }
        return size
    }

    /// Returns the memory that is free when a decision no longer waits, in bytes, for ``release(bytes:)``.
    package static func leave(_ decision: Decision) -> Int {
        var size = bytesEach + decision.subject.ownMemory
        if decision.place.queued.subtract(1, ordering: .relaxed).newValue == 0 { size += decision.place.memory }
        if let facts = decision.facts, facts.queued.subtract(1, ordering: .relaxed).newValue == 0 {
            size += facts.memory
        }
        return size
    }

    /// Adds a decision without waiting; returns false if it must not be given to the client.
    ///
    /// `worker` selects one of several shards.
    package func record(_ decision: Decision, worker: Int) -> Bool {
        let part = parts[worker % parts.count]
        guard sample.includes(decision, secret: secret) else {
            part.sampledOut.add(1, ordering: .relaxed)
            return true
        }
        let size = Self.enter(decision)
        let before = part.state.withLock { state -> Int? in
            let before = bytes.add(size, ordering: .relaxed).oldValue
            guard before + size <= maximumBytes, !isClosed.load(ordering: .relaxed) else {
                // Another decision may have begun to share the facts, which are charged when the last one leaves.
                bytes.subtract(Self.leave(decision), ordering: .relaxed)
                if overflow == .drop { drop(decision, &state) }
                return nil
            }
            state.waiting.append(decision)
            state.waiting[state.waiting.count - 1].number = number.add(1, ordering: .relaxed).oldValue
            return before
        }
        guard let before else {
            if overflow == .refuse { refused.add(1, ordering: .relaxed) }
            lost(figures)
            return overflow == .drop
        }
        let isHalfFull = before <= maximumBytes / 2 && before + size > maximumBytes / 2
        if isHalfFull || isAsleep.load(ordering: .relaxed) && isAsleep.exchange(false, ordering: .relaxed) { wake() }
        return true
    }

    /// Counts a decision as dropped that was taken, and that the log cannot record.
    package func drop(taken decision: Decision) { parts[0].state.withLock { count(dropped: decision, &$0) } }

    private func drop(_ decision: Decision, _ state: inout State) {
        number.add(1, ordering: .relaxed)
        count(dropped: decision, &state)
    }

    private func count(dropped decision: Decision, _ state: inout State) {
        dropped.add(1, ordering: .relaxed)
        state.dropped[decision.facts?.counter ?? 0, default: 0] += 1
    }

    /// Accepts no further decisions: they are dropped or refused as if the queue were full.
    ///
    /// A decision that was accepted before is taken by a thread that begins to take decisions after this call, because both
    /// use the lock of its part.
    package func close() { isClosed.store(true, ordering: .relaxed) }

    /// Returns the memory of decisions that were written.
    package func release(bytes count: Int) { bytes.subtract(count, ordering: .relaxed) }

    /// Makes the next decision wake the thread that takes decisions; returns false if one is waiting already.
    package func fallAsleep() -> Bool {
        isAsleep.store(true, ordering: .relaxed)
        // The lock of a part makes the store visible to each worker that adds a decision later.
        let isEmpty = parts.allSatisfy { part in part.state.withLock { $0.waiting.isEmpty } }
        if !isEmpty { isAsleep.store(false, ordering: .relaxed) }
        return isEmpty
    }
}

/// The end at which ``DecisionIntake`` takes decisions.
extension DecisionQueue {
    /// The number of parts.
    var partCount: Int { parts.count }

    /// The number of the next decision.
    var nextNumber: UInt64 { number.load(ordering: .relaxed) }

    /// Moves the decisions of a part to the end of an array.
    func take(_ index: Int, into decisions: inout [Decision]) {
        guard decisions.isEmpty else {
            decisions += parts[index].state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            return
        }
        // The part gets the empty array, and need not allocate another one.
        var other = decisions
        decisions = []
        parts[index].state.withLock { swap(&$0.waiting, &other) }
        decisions = other
    }
}
