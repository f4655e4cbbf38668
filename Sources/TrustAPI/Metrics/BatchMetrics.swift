import MicrohttpdServer
import Synchronization

/// Counts batches and their items; what the items are counts as what requests by themselves are.
final class BatchMetrics: Sendable {
    private struct Batch: Hashable {
        let form: BatchForm
        let end: HTTPBatchEnd
    }

    private final class ItemCounts: Sendable {
        let verdicts = Atomic(0)
        let problems = Atomic(0)
    }

    private let batches = Mutex<[Batch: Int]>([:])
    /// Items next to each other, which different threads answer, count apart.
    private let items = (0..<16).map { _ in ItemCounts() }

    func count(_ form: BatchForm, _ end: HTTPBatchEnd) {
        batches.withLock { $0[Batch(form: form, end: end), default: 0] += 1 }
    }

    func countVerdict(at position: Int) { items[position % items.count].verdicts.add(1, ordering: .relaxed) }

    func countProblem(at position: Int) { items[position % items.count].problems.add(1, ordering: .relaxed) }

    /// How many batches have ended.
    var ended: Int { batches.withLock { $0.values.reduce(0, +) } }

    /// How many items were answered.
    var answered: Int { verdicts + problems }

    private var verdicts: Int { items.reduce(0) { $0 + $1.verdicts.load(ordering: .relaxed) } }

    private var problems: Int { items.reduce(0) { $0 + $1.problems.load(ordering: .relaxed) } }

    func write(to page: inout MetricsPage) {
        page.family("anchord_batches_total", .counter, "Batches, by form and by how they ended.")
        let counts = batches.withLock { $0 }
        for form in BatchForm.allCases {
            for end in HTTPBatchEnd.allCases {
                page.sample(
                    "anchord_batches_total",
                    [("form", form.rawValue), ("end", end.rawValue)],
                    counts[Batch(form: form, end: end)] ?? 0
                )
            }
        }
        page.family("anchord_batch_items_total", .counter, "Items of batches, by what they were answered with.")
        page.sample("anchord_batch_items_total", [("answer", "verdict")], verdicts)
        page.sample("anchord_batch_items_total", [("answer", "problem")], problems)
    }
}
