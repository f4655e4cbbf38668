/// The figures of one server under one workload.
struct Measurement: Codable, Equatable, Sendable {
    /// Answers a second.
    var requestsPerSecond: Double
    /// The time within which half of the answers came, in microseconds.
    var medianMicroseconds: Double
    /// The time within which 99 of 100 answers came, in microseconds.
    var p99Microseconds: Double
    /// The server's processor time for one request, in microseconds.
    var processorMicroseconds: Double
    /// How much of one processor the client itself took.
    var clientShare: Double

    /// The figures of a load during which the server took this many nanoseconds of processor time.
    init(_ result: LoadResult, processorTime: UInt64) {
        let percentiles = result.latencies.percentiles([0.5, 0.99])
        requestsPerSecond = result.requestsPerSecond
        medianMicroseconds = percentiles[0]
        p99Microseconds = percentiles[1]
        processorMicroseconds = Double(processorTime) / 1000 / Double(max(1, result.latencies.count))
        clientShare = Double(result.clientTime) / Double(max(1, result.elapsed))
    }

    /// The median of each figure over rounds.
    ///
    /// - Precondition: there is at least one round.
    init(medianOf rounds: [Measurement]) {
        precondition(!rounds.isEmpty, "every workload is measured in every round")
        requestsPerSecond = Median.of(rounds.map(\.requestsPerSecond))
        medianMicroseconds = Median.of(rounds.map(\.medianMicroseconds))
        p99Microseconds = Median.of(rounds.map(\.p99Microseconds))
        processorMicroseconds = Median.of(rounds.map(\.processorMicroseconds))
        clientShare = Median.of(rounds.map(\.clientShare))
    }
}
