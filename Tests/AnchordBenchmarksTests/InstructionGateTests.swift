import Testing

@testable import AnchordBenchmarks

@Suite struct `The instruction gate` {
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

    @Test func `accepts counts within the tolerance`() {
        #expect(outcome(1050, 95) == InstructionGate.Outcome())
    }

    @Test func `reports a count above the tolerance with its baseline`() {
        let failure = "cold ecdsa: 1051 instructions per request, 5.1 % more than the baseline of 1000"
        #expect(outcome(1051, 100).failures == [failure])
    }

    @Test func `accepts and notes a count far below the baseline`() {
        let note = "hot ecdsa: 10 instructions per request, 90.0 % less than the baseline of 100"
        #expect(outcome(1000, 10) == InstructionGate.Outcome(failures: [], notes: [note]))
    }

    @Test func `rejects a baseline without a count`() {
        #expect(outcome(1000, nil).failures == ["hot ecdsa: there is a baseline but no count"])
    }

    @Test func `rejects a count without a baseline`() {
        var counts = Self.gate.baseline
        counts.perRequest["cold rsa"] = 7
        let failures = Self.gate.outcome(of: counts).failures
        #expect(failures == ["cold rsa: 7 instructions per request, but there is no baseline"])
    }

    @Test func `names software with another version in a failure`() {
        #expect(
            outcome(2000, 100, software: ["Swift": "6.4"]).notes == [
                "the baseline was counted with Swift 6.3.1, not 6.4"
            ]
        )
        #expect(outcome(1000, 100, software: ["Swift": "6.4"]).notes.isEmpty)
    }

    @Test(
        arguments: [
            ("events: Ir\nfn=(1) malloc\n1 5\n\nsummary: 0\ntotals: 1234\n", 1234), ("summary: 99 3\n", 99),
            ("events: Ir\n", nil), ("totals: many\n", nil),
        ] as [(String, UInt64?)]
    )
    func `reads the total of a callgrind file`(text: String, total: UInt64?) {
        #expect(CallgrindCounts(text)?.total == total)
    }

    @Test func `counts memory clearing separately, even if its function is named in full elsewhere`() throws {
        let text = """
            events: Ir
            fn=(1) pool_reset
            +3 10
            cob=(2) libc.so.6
            cfn=(7) __memset_avx2_unaligned_erms
            calls=2 0
            4 600
            5 20

            fn=(7)
            0 500
            +1 100
            fn=(1)
            9 30
            totals: 660
            """
        let counts = try #require(CallgrindCounts(text))
        #expect((counts.total, counts.clearing) == (660, 600))
        #expect(CallgrindCounts(text.replacing("totals: 660", with: "totals: 599")) == nil)
    }
}
