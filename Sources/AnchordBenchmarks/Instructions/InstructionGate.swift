/// Compares instruction counts with the committed baseline.
struct InstructionGate {
    let baseline: InstructionCounts
    /// The permitted increase over the baseline, as a fraction.
    let tolerance: Double

    struct Outcome: Equatable {
        /// The reasons why the gate fails; empty if it passes.
        var failures: [String] = []
        /// Remarks that do not cause a failure.
        var notes: [String] = []
    }

    /// Compares all counts with the baseline; fails for a name that only one of them contains.
    func outcome(of counts: InstructionCounts) -> Outcome {
        var outcome = Outcome()
        for name in Set(counts.perRequest.keys).union(baseline.perRequest.keys).sorted() {
            guard let count = counts.perRequest[name] else {
                outcome.failures.append("\(name): there is a baseline but no count")
                continue
            }
            guard let committed = baseline.perRequest[name], committed > 0 else {
                outcome.failures.append("\(name): \(count) instructions per request, but there is no baseline")
                continue
            }
            compare(name, count, with: committed, noting: &outcome)
        }
        if !outcome.failures.isEmpty { outcome.notes += softwareChanges(in: counts) }
        return outcome
    }

    private func compare(_ name: String, _ count: Int, with committed: Int, noting outcome: inout Outcome) {
        let percent = Decimals.text(abs(Double(count) / Double(committed) - 1) * 100, 1)
        if Double(count) > Double(committed) * (1 + tolerance) {
            outcome.failures.append(
                "\(name): \(count) instructions per request, \(percent) % more than the baseline of \(committed)"
            )
        } else if Double(count) < Double(committed) * (1 - tolerance) {
            outcome.notes.append(
                "\(name): \(count) instructions per request, \(percent) % less than the baseline of \(committed)"
            )
        }
    }

    private func softwareChanges(in counts: InstructionCounts) -> [String] {
        baseline.software.keys.sorted().filter { baseline.software[$0] != counts.software[$0] }.map {
            "the baseline was counted with \($0) \(baseline.software[$0] ?? ""), not \(counts.software[$0] ?? "none")"
        }
    }
}
