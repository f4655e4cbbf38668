import Testing

@testable import AnchordBenchmarks

@Suite struct `Ratios and goals` {
    @Test func `ratios above 1 mean that anchord is ahead`() throws {
        let ratio = try #require(
            SampleResult.result.ratios.first { $0.workload == SampleResult.cold && $0.other == .go }
        )
        #expect(abs(ratio.processor - 2) < 0.001)
        #expect(abs(ratio.rate - 2) < 0.001)
        #expect(abs(ratio.p99 - 2) < 0.001)
    }

    @Test func `warm is compared with the cold figures of the others`() throws {
        let ratio = try #require(
            SampleResult.result.ratios.first { $0.workload == SampleResult.warm && $0.other == .go }
        )
        #expect(abs(ratio.processor - 10) < 0.001)
    }

    @Test func `a workload not measured for the other server has no ratio`() {
        var measurements = SampleResult.result.measurements
        let alone = Series(contestant: .anchord, workload: SampleResult.overUnixSocket)
        measurements[alone] = measurements.values.first
        let result = ComparisonResult(measurements: measurements, firstVerdictMilliseconds: [:], memory: [])
        #expect(
            result.ratios.map(\.workload) == [SampleResult.cold, SampleResult.cold] + [
                SampleResult.warm, SampleResult.warm,
            ]
        )
    }

    @Test func `a quotient of zeros is 0 and meets no goal`() {
        let nothing = SampleResult.measurement(rate: 1, processor: 0, p99: 0)
        let ratio = Ratio(workload: SampleResult.cold, other: .go, ours: nothing, theirs: nothing)
        #expect(ratio.processor == 0)
        #expect(ratio.p99 == 0)
    }

    @Test func `combines rounds by the median of each figure`() {
        let rounds = [100.0, 300, 200].map { SampleResult.measurement(rate: 10, processor: $0, p99: $0 * 2) }
        let median = Measurement(medianOf: rounds)
        #expect(median.processorMicroseconds == 200)
        #expect(median.p99Microseconds == 400)
    }

    @Test func `parses one goal per line and skips comments`() throws {
        let goals = try RatioGoal.goals(in: "# Goals\n\ncold ecdsa / go   processor 2.0 # at least\n")
        #expect(goals.map(\.description) == ["cold ecdsa / go processor 2.0"])
    }

    @Test(arguments: [
        "cold ecdsa / go processor", "cold ecdsa go processor 2", "tepid ecdsa / go processor 2",
        "cold dsa / go processor 2", "cold ecdsa / anchord processor 2", "cold ecdsa / go speed 2",
        "cold ecdsa / go processor two",
    ])
    func `names a malformed line of goals`(line: String) {
        let failure = #expect(throws: LoadFailure.self) { try RatioGoal.goals(in: "\n\(line)\n") }
        #expect(failure?.description.contains("line 2") == true)
    }

    @Test(arguments: [
        ("cold ecdsa / go processor 2.0", nil),
        ("cold ecdsa / go processor 2.1", "cold ecdsa / go processor 2.1: only 2.00"),
        ("cold ecdsa / go rate 2.1", "cold ecdsa / go rate 2.1: only 2.00"),
        ("warm ecdsa / ceiling p99 0.5", "warm ecdsa / ceiling p99 0.5: only 0.30"),
        ("hot ecdsa / go processor 1", "hot ecdsa / go processor 1.0: not measured"),
    ])
    func `reports a goal that was missed or not measured`(text: String, shortfall: String?) throws {
        let goal = try #require(RatioGoal(text))
        #expect(goal.shortfall(in: SampleResult.result.ratios, settings: SampleResult.settings) == shortfall)
    }

    @Test func `applies goals to each peer`() throws {
        let goal = try #require(RatioGoal("cold ecdsa / rust processor 1"))
        let shortfall = goal.shortfall(in: SampleResult.withRust.ratios, settings: SampleResult.settings)
        #expect(shortfall == "cold ecdsa / rust processor 1.0: only 0.80")
    }

    @Test func `applies goals only to the selected connections and transport`() throws {
        let goal = try #require(RatioGoal("cold ecdsa / go processor 1"))
        let elsewhere = ComparisonSettings(chains: [.ecdsa], connections: 512)
        #expect(goal.shortfall(in: SampleResult.result.ratios, settings: elsewhere) != nil)
    }
}
