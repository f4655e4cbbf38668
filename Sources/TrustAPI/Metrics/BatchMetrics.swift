import MicrohttpdServer
import Synchronization

/// Counts batches and the outcomes of their items.
final class BatchMetrics: Sendable {
    struct Batch: Hashable {
        let form: BatchForm
        let end: HTTPBatchEnd
    }

    private final class ItemCounts: Sendable {
        let verdicts = Atomic(0)
        let problems = Atomic(0)
    }

    private let batches = Mutex<[Batch: Int]>([:])
    /// Sharded by position, because different threads evaluate adjacent items.
    private let items = (0..<16).map { _ in ItemCounts() }

    func count(_ form: BatchForm, _ end: HTTPBatchEnd) {
        batches.withLock { $0[Batch(form: form, end: end), default: 0] += 1 }
    }

    func countVerdict(at position: Int) { items[position % items.count].verdicts.add(1, ordering: .relaxed) }

    func countProblem(at position: Int) { items[position % items.count].problems.add(1, ordering: .relaxed) }

    var counts: [Batch: Int] { batches.withLock { $0 } }

    var ended: Int { counts.values.reduce(0, +) }

    var answered: Int { verdicts + problems }

    var verdicts: Int { items.reduce(0) { $0 + $1.verdicts.load(ordering: .relaxed) } }

    var problems: Int { items.reduce(0) { $0 + $1.problems.load(ordering: .relaxed) } }
}
