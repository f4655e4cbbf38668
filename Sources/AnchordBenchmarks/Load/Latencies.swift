/// How long answers took, in microseconds of at most an hour.
struct Latencies {
    private var microseconds: [UInt32] = []

    /// How many answers there were.
    var count: Int { microseconds.count }

    /// Adds one, rounded to microseconds.
    mutating func append(nanoseconds: UInt64) {
        microseconds.append(UInt32(clamping: (nanoseconds + 500) / 1000))
    }

    /// For each share of 1, the least time within which that share of the answers came (nearest rank); 0 without any.
    func percentiles(_ shares: [Double]) -> [Double] {
        let sorted = microseconds.sorted()
        return shares.map { share in
            guard !sorted.isEmpty else { return 0 }
            let rank = Int((share * Double(sorted.count)).rounded(.up))
            return Double(sorted[min(max(rank, 1), sorted.count) - 1])
        }
    }
}
