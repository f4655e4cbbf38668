/// Compares anchord with another server for one workload in the same run; anchord is better if a ratio is above 1.
struct Ratio: Codable, Sendable {
    let workload: Workload
    let other: BenchmarkedServer
    /// The other server's processor time per request divided by anchord's.
    let processor: Double
    /// The responses per second of anchord divided by those of the other server.
    let rate: Double
    /// The 99th percentile of the other server's latency divided by anchord's.
    let p99: Double

    init(workload: Workload, other: BenchmarkedServer, ours: Measurement, theirs: Measurement) {
        self.workload = workload
        self.other = other
        processor = Self.quotient(theirs.processorMicroseconds, ours.processorMicroseconds)
        rate = Self.quotient(ours.requestsPerSecond, theirs.requestsPerSecond)
        p99 = Self.quotient(theirs.p99Microseconds, ours.p99Microseconds)
    }

    /// Returns the quotient, or 0 if the divisor is 0, so that a figure that was not measured meets no goal.
    private static func quotient(_ dividend: Double, _ divisor: Double) -> Double {
        divisor > 0 ? dividend / divisor : 0
    }
}
