import Testing

@testable import AnchordBenchmarks

@Suite struct `Latencies and medians` {
    @Test func `a percentile is the shortest time that covers the fraction of responses`() {
        var latencies = Latencies()
        for microseconds in (1...200).reversed() { latencies.append(nanoseconds: UInt64(microseconds) * 1000) }
        #expect(latencies.percentiles([0.5, 0.99, 1]) == [100, 198, 200])
    }

    @Test func `a fraction between two responses yields the later one`() {
        var latencies = Latencies()
        for microseconds: UInt64 in [10, 20, 30] { latencies.append(nanoseconds: microseconds * 1000) }
        #expect(latencies.percentiles([0, 0.33, 0.34, 0.67]) == [10, 10, 20, 30])
    }

    @Test func `percentiles without responses are 0`() {
        #expect(Latencies().percentiles([0.5]) == [0])
    }

    @Test func `latencies are rounded to microseconds and clamped`() {
        var latencies = Latencies()
        latencies.append(nanoseconds: 1499)
        latencies.append(nanoseconds: 1500)
        latencies.append(nanoseconds: .max / 2)
        #expect(latencies.percentiles([0.1, 0.5, 1]) == [1, 2, Double(UInt32.max)])
    }

    @Test func `a median is the middle value or the mean of the two middle values`() {
        #expect(Median.of([3, 1, 2]) == 2)
        #expect(Median.of([4, 1, 3, 2]) == 2.5)
        #expect(Median.of([7]) == 7)
        #expect(Median.of([]) == 0)
    }
}
