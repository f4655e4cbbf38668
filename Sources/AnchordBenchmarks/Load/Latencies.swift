/// The latencies of responses in microseconds; a latency can be at most about an hour.
struct Latencies {
    private var microseconds: [UInt32] = []

    var count: Int { microseconds.count }

    /// Adds a latency, rounded to microseconds.
    mutating func append(nanoseconds: UInt64) {
        microseconds.append(UInt32(clamping: (nanoseconds + 500) / 1000))
    }

    /// Returns percentiles, given as fractions from 0 to 1, by the nearest-rank method; 0 if there are no responses.
    func percentiles(_ shares: [Double]) -> [Double] {
        let sorted = microseconds.sorted()
        return shares.map { share in
            guard !sorted.isEmpty else { return 0 }
            let rank = Int((share * Double(sorted.count)).rounded(.up))
            return Double(sorted[min(max(rank, 1), sorted.count) - 1])
        }
    }
}
