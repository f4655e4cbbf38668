/// Compares counts of instructions with those that were committed.
struct InstructionGate {
    /// The counts that were committed.
    let baseline: InstructionCounts
    /// How much more than committed is let pass, as a share of 1.
    let tolerance: Double

    /// What the comparison says.
    struct Outcome: Equatable {
        /// What makes the gate fail; empty lets pass.
        var failures: [String] = []
        /// What should be looked at all the same.
        var notes: [String] = []
    }

    /// Compares every count with its baseline; one without a baseline fails, and so does a baseline without a count.
    func outcome(of counts: InstructionCounts) -> Outcome {
        var outcome = Outcome()
        for name in Set(counts.perRequest.keys).union(baseline.perRequest.keys).sorted() {
            guard let count = counts.perRequest[name] else {
                outcome.failures.append("\(name): a baseline, and no count")
                continue
            }
            guard let committed = baseline.perRequest[name], committed > 0 else {
                outcome.failures.append("\(name): \(count) instructions a request, and no baseline")
                continue
            }
            compare(name, count, committed, &outcome)
        }
        if !outcome.failures.isEmpty { outcome.notes += softwareChanges(in: counts) }
        return outcome
    }

    private func compare(_ name: String, _ count: Int, _ committed: Int, _ outcome: inout Outcome) {
        let percent = Decimals.text(abs(Double(count) / Double(committed) - 1) * 100, 1)
        if Double(count) > Double(committed) * (1 + tolerance) {
            outcome.failures.append(
                "\(name): \(count) instructions a request, \(percent) % more than the \(committed) of the baseline"
            )
        } else if Double(count) < Double(committed) * (1 - tolerance) {
            outcome.notes.append(
                "\(name): \(count) instructions a request, \(percent) % less than the \(committed) of the baseline"
            )
        }
    }

    private func softwareChanges(in counts: InstructionCounts) -> [String] {
        baseline.software.keys.sorted().filter { baseline.software[$0] != counts.software[$0] }.map {
            "the baseline was counted with \($0) \(baseline.software[$0] ?? ""), this is \(counts.software[$0] ?? "none")"
        }
    }
}
