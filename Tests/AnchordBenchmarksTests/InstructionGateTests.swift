import Testing

@testable import AnchordBenchmarks

@Suite struct `The gate of instructions` {
    private static let software = ["Swift": "6.3.1"]
    private static let gate = InstructionGate(
        baseline: InstructionCounts(software: software, perRequest: ["cold ecdsa": 1000, "hot ecdsa": 100]),
        tolerance: 0.05
    )

    private func outcome(_ cold: Int?, _ hot: Int?, software: [String: String] = software) -> InstructionGate.Outcome {
        var counts = InstructionCounts(software: software, perRequest: [:])
        counts.perRequest["cold ecdsa"] = cold
        counts.perRequest["hot ecdsa"] = hot
        return Self.gate.outcome(of: counts)
    }

    @Test func `counts within the tolerance pass`() {
        #expect(outcome(1050, 95) == InstructionGate.Outcome())
    }

    @Test func `a count above the tolerance fails, with count and baseline`() {
        let failure = "cold ecdsa: 1051 instructions a request, 5.1 % more than the 1000 of the baseline"
        #expect(outcome(1051, 100).failures == [failure])
    }

    @Test func `a count far below passes, and is noted so that it can be kept`() {
        let note = "hot ecdsa: 10 instructions a request, 90.0 % less than the 100 of the baseline"
        #expect(outcome(1000, 10) == InstructionGate.Outcome(failures: [], notes: [note]))
    }

    @Test func `a baseline without a count fails`() {
        #expect(outcome(1000, nil).failures == ["hot ecdsa: a baseline, and no count"])
    }

    @Test func `a count without a baseline fails`() {
        var counts = Self.gate.baseline
        counts.perRequest["cold rsa"] = 7
        let failures = Self.gate.outcome(of: counts).failures
        #expect(failures == ["cold rsa: 7 instructions a request, and no baseline"])
    }

    @Test func `a failure names software that has changed since`() {
        #expect(
            outcome(2000, 100, software: ["Swift": "6.4"]).notes == [
                "the baseline was counted with Swift 6.3.1, this is 6.4"
            ]
        )
        #expect(outcome(1000, 100, software: ["Swift": "6.4"]).notes.isEmpty)
    }

    @Test(arguments: [
        ("events: Ir\nfn=(1)\n1 5\n\ntotals: 1234\n", 1234), ("summary: 99 3\n", 99), ("events: Ir\n", nil),
        ("totals: many\n", nil),
    ])
    func `callgrind's file ends with the sum`(text: String, total: UInt64?) {
        #expect(CallgrindRun.total(in: text) == total)
    }
}
