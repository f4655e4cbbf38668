/// The result of a load; all responses met the expectation.
struct LoadResult {
    let latencies: Latencies
    /// The time from the first request to the last response in nanoseconds.
    let elapsed: UInt64
    /// The processor time used by the client in nanoseconds.
    let clientTime: UInt64

    var requestsPerSecond: Double { Double(latencies.count) * 1e9 / Double(max(1, elapsed)) }
}
