/// What a load saw: every answer was right, and took this long.
struct LoadResult {
    /// How long each answer took.
    let latencies: Latencies
    /// Nanoseconds from the first request to the last answer.
    let elapsed: UInt64
    /// Nanoseconds of processor time that the client itself used.
    let clientTime: UInt64

    /// Answers a second.
    var requestsPerSecond: Double { Double(latencies.count) * 1e9 / Double(max(1, elapsed)) }
}
