import MicrohttpdServer
import Synchronization

/// Counts batches and the outcomes of their items.
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
    /// Sharded by position, because different threads evaluate adjacent items.
    private let items = (0..<16).map { _ in ItemCounts() }

    func count(_ form: BatchForm, _ end: HTTPBatchEnd) {
        batches.withLock { $0[Batch(form: form, end: end), default: 0] += 1 }
    }

    func countVerdict(at position: Int) { items[position % items.count].verdicts.add(1, ordering: .relaxed) }

    func countProblem(at position: Int) { items[position % items.count].problems.add(1, ordering: .relaxed) }

    var ended: Int { batches.withLock { $0.values.reduce(0, +) } }

    var answered: Int { verdicts + problems }

    private var verdicts: Int { items.reduce(0) { $0 + $1.verdicts.load(ordering: .relaxed) } }

    private var problems: Int { items.reduce(0) { $0 + $1.problems.load(ordering: .relaxed) } }

    func write(to page: inout MetricsPage) {
        page.family("anchord_batches_total", .counter, help: "Finished batches, by form and result.")
        let counts = batches.withLock { $0 }
        for form in BatchForm.allCases {
            for end in HTTPBatchEnd.allCases {
                page.sample(
                    "anchord_batches_total",
                    [("form", form.rawValue), ("end", end.rawValue)],
                    value: counts[Batch(form: form, end: end)] ?? 0
                )
            }
        }
        page.family("anchord_batch_items_total", .counter, help: "Batch items answered, by kind of answer.")
        page.sample("anchord_batch_items_total", [("answer", "verdict")], value: verdicts)
        page.sample("anchord_batch_items_total", [("answer", "problem")], value: problems)
    }
}
