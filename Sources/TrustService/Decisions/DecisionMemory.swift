import Synchronization
package import TrustEvaluation
package import TrustModel

/// Keeps the last decisions, bounded in bytes, and forwards each to another recorder.
package final class DecisionMemory: DecisionRecorder {
    private final class Shard: Sendable {
        let ring = Mutex(DecisionRing())
    }

    private static let maximumShards = 16
    /// The least memory of a shard, in bytes: larger than the largest decision about a chain of the usual limits.
    private static let leastShard = 1 << 20
    /// The number of identifiers that are compared with one lock of a shard.
    private static let step = 1024

    /// The limit of each shard in bytes.
    private let limit: Int
    private let next: any DecisionRecorder
    private let shards: [Shard]
    /// The number of the next decision.
    private let number = Atomic<UInt64>(1)

    /// Creates an empty memory for at most `bytes`, with a shard for each of `workers`, as far as shards are not too small.
    package init(bytes: Int, workers: Int, then next: any DecisionRecorder) {
        let count = max(1, min(workers, Self.maximumShards, bytes / Self.leastShard))
        limit = bytes / count
        self.next = next
        shards = (0..<count).map { _ in Shard() }
    }

    /// The memory of all decisions, in bytes.
    package var bytes: Int { shards.reduce(0) { $0 + $1.ring.withLock { $0.bytes } } }

    /// The time after which the memory has all decisions; nil if it has all since the start.
    package var completeAfter: WallTime? {
        shards.compactMap { $0.ring.withLock { $0.lastRemoval } }.max { $0.milliseconds < $1.milliseconds }
    }

    /// The number of the next decision; each number belongs to a decision.
    package var nextNumber: UInt64 { number.load(ordering: .relaxed) }

    /// Forwards a verdict.
    package func observe(_ verdict: Verdict) { next.observe(verdict) }

    /// Returns the counter of the other recorder.
    package func counter(of policy: PolicyIdentity) -> Int { next.counter(of: policy) }

    /// Stores a decision, and forwards it.
    package func record(_ decision: Decision, worker: Int) {
        let shard = shards[worker % shards.count]
        var displaced = shard.ring.withLock { ring in
            // The number is taken under the lock, so that a reader that knows the next number finds all before it.
            let number = number.add(1, ordering: .relaxed).oldValue
            ring.append(DecisionRing.Entry(number: number, decision: decision))
            return ring.removeExcess(over: limit)
        }
        // Decisions are destroyed while the lock is released.
        while displaced != nil { displaced = shard.ring.withLock { $0.removeExcess(over: limit) } }
        next.record(decision, worker: worker)
    }

    /// Returns the decision with an identifier; nil if it is not in memory.
    ///
    /// Yields between parts of the memory.
    package func decision(_ id: DecisionID) async -> Decision? {
        for shard in shards {
            var below: UInt64? = .max
            while let number = below, !Task.isCancelled {
                let (found, next) = shard.ring.withLock { $0.search(id, below: number, ofAtMost: Self.step) }
                if let found { return found }
                below = next
                await Task.yield()
            }
        }
        return nil
    }

    /// Returns a reader of the decisions before a number, by default of all.
    package func reader(before number: UInt64? = nil) -> DecisionReader {
        let end = self.number.load(ordering: .relaxed)
        return DecisionReader(of: self, below: min(number ?? end, end), shards: shards.count)
    }

    /// Returns the last entries of a shard with numbers below `number`, the oldest first.
    func part(of shard: Int, below number: UInt64, ofAtMost limit: Int) -> [DecisionRing.Entry] {
        shards[shard].ring.withLock { $0.part(below: number, ofAtMost: limit) }
    }
}
