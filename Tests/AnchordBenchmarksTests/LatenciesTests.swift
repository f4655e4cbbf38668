import Testing

@testable import AnchordBenchmarks

@Suite struct `Latencies and medians` {
    @Test func `a percentile is the least time within which that share of the answers came`() {
        var latencies = Latencies()
        for microseconds in (1...200).reversed() { latencies.append(nanoseconds: UInt64(microseconds) * 1000) }
        #expect(latencies.percentiles([0.5, 0.99, 1]) == [100, 198, 200])
    }

    @Test func `a share that falls between two answers takes the later one`() {
        var latencies = Latencies()
        for microseconds: UInt64 in [10, 20, 30] { latencies.append(nanoseconds: microseconds * 1000) }
        #expect(latencies.percentiles([0, 0.33, 0.34, 0.67]) == [10, 10, 20, 30])
    }

    @Test func `no answers have no percentiles but 0`() {
        #expect(Latencies().percentiles([0.5]) == [0])
    }

    @Test func `times are rounded to microseconds, and no time is too long`() {
        var latencies = Latencies()
        latencies.append(nanoseconds: 1499)
        latencies.append(nanoseconds: 1500)
        latencies.append(nanoseconds: .max / 2)
        #expect(latencies.percentiles([0.1, 0.5, 1]) == [1, 2, Double(UInt32.max)])
    }

    @Test func `a median is the middle, or between the two in the middle`() {
        #expect(Median.of([3, 1, 2]) == 2)
        #expect(Median.of([4, 1, 3, 2]) == 2.5)
        #expect(Median.of([7]) == 7)
        #expect(Median.of([]) == 0)
    }
}
