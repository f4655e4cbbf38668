import MicrohttpdServer
import Synchronization

/// Counts batches and their items; what the items are counts as what requests by themselves are.
final class BatchMetrics: Sendable {
    private struct Batch: Hashable {
        let form: BatchForm
        let end: HTTPBatchEnd
    }

    private let batches = Mutex<[Batch: Int]>([:])
    private let verdicts = Atomic(0)
    private let problems = Atomic(0)

    func count(_ form: BatchForm, _ end: HTTPBatchEnd) {
        batches.withLock { $0[Batch(form: form, end: end), default: 0] += 1 }
    }

    func countVerdict() { verdicts.add(1, ordering: .relaxed) }

    func countProblem() { problems.add(1, ordering: .relaxed) }

    /// How many batches have ended.
    var ended: Int { batches.withLock { $0.values.reduce(0, +) } }

    /// How many items were answered.
    var items: Int { verdicts.load(ordering: .relaxed) + problems.load(ordering: .relaxed) }

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
        page.sample("anchord_batch_items_total", [("answer", "verdict")], verdicts.load(ordering: .relaxed))
        page.sample("anchord_batch_items_total", [("answer", "problem")], problems.load(ordering: .relaxed))
    }
}
