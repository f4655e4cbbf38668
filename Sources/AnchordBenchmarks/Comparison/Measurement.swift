/// The figures of one server under one workload.
struct Measurement: Codable, Equatable, Sendable {
    var requestsPerSecond: Double
    /// The median latency in microseconds.
    var medianMicroseconds: Double
    var p99Microseconds: Double
    /// The server's processor time per request in microseconds.
    var processorMicroseconds: Double
    /// The client's processor time divided by the duration; 1 is one processor in constant use.
    var clientShare: Double

    /// Computes the figures from the result of a load and the server's processor time in nanoseconds.
    init(_ result: LoadResult, processorTime: UInt64) {
        let percentiles = result.latencies.percentiles([0.5, 0.99])
        requestsPerSecond = result.requestsPerSecond
        medianMicroseconds = percentiles[0]
        p99Microseconds = percentiles[1]
        processorMicroseconds = Double(processorTime) / 1000 / Double(max(1, result.latencies.count))
        clientShare = Double(result.clientTime) / Double(max(1, result.elapsed))
    }

    /// Computes the median of each figure over all rounds.
    ///
    /// - Precondition: There is at least one round.
    init(medianOf rounds: [Measurement]) {
        precondition(!rounds.isEmpty, "every workload is measured in every round")
        requestsPerSecond = Median.of(rounds.map(\.requestsPerSecond))
        medianMicroseconds = Median.of(rounds.map(\.medianMicroseconds))
        p99Microseconds = Median.of(rounds.map(\.p99Microseconds))
        processorMicroseconds = Median.of(rounds.map(\.processorMicroseconds))
        clientShare = Median.of(rounds.map(\.clientShare))
    }
}

enum Median {
    /// Returns the median: for an even number of values the mean of the two middle ones, and 0 for no values.
    static func of(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
