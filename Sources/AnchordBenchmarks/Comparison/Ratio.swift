/// How anchord compares with another server under the same workload in the same run; above 1 anchord is ahead.
struct Ratio: Codable, Sendable {
    /// What anchord was asked.
    let workload: Workload
    /// With whom it is compared.
    let other: BenchmarkedServer
    /// The other's processor time a request over anchord's.
    let processor: Double
    /// anchord's answers a second over the other's.
    let rate: Double
    /// The other's 99th percentile over anchord's.
    let p99: Double

    /// Compares two measurements.
    init(workload: Workload, other: BenchmarkedServer, ours: Measurement, theirs: Measurement) {
        self.workload = workload
        self.other = other
        processor = Self.quotient(theirs.processorMicroseconds, ours.processorMicroseconds)
        rate = Self.quotient(ours.requestsPerSecond, theirs.requestsPerSecond)
        p99 = Self.quotient(theirs.p99Microseconds, ours.p99Microseconds)
    }

    /// 0 where there is nothing to divide by: no goal is met by what was not measured.
    private static func quotient(_ dividend: Double, _ divisor: Double) -> Double {
        divisor > 0 ? dividend / divisor : 0
    }
}
