package import TrustEvaluation

/// The number of ended fetches of one kind of evidence, and their durations.
package struct FetchFigures: Sendable, Equatable {
    /// The upper bounds of the duration buckets, in milliseconds; a cached response of a near server is fastest.
    package static var bounds: [Int] { [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 30000] }

    /// The number of fetches with verified evidence.
    package private(set) var successes = 0
    /// The numbers of failed fetches.
    package private(set) var failures: [FetchFailureCode: Int] = [:]
    /// The numbers of fetches per bucket, the last one without a bound.
    package private(set) var durations = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all durations.
    package private(set) var milliseconds = 0

    /// Creates figures without fetches.
    package init() {}

    /// Counts a fetch; nil for a success.
    mutating func count(_ failure: FetchFailureCode?) {
        if let failure { failures[failure, default: 0] += 1 } else { successes += 1 }
    }

    /// Counts the duration of a fetch that a server or the network answered.
    mutating func count(milliseconds duration: Int) {
        let duration = max(0, duration)
        durations[Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count] += 1
        milliseconds += duration
    }
}
