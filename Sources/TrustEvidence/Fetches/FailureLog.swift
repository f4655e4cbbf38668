import TrustEvaluation

/// The recent failures, with the time until which each location is not asked again.
///
/// The time doubles with each failure in a row. A success clears it.
struct FailureLog {
    /// The subject of a failure: a location, or one piece of evidence at a location that answers.
    ///
    /// A CA can serve OCSP and CRLs at one URL by different programs, so each kind of evidence has its own failures.
    enum Subject: Hashable {
        case location(String, EvidenceNeed.Method)
        case target(EvidenceTarget)

        var location: String {
            switch self {
            case .location(let location, _): location
            case .target(let target): target.location
            }
        }

        var method: EvidenceNeed.Method {
            switch self {
            case .location(_, let method): method
            case .target(let target): target.key.method
            }
        }
    }

    /// The failures in a row, in milliseconds of the clock.
    struct FailureSeries {
        var count: Int
        var until: Int64
        var last: Int64
        var code: FetchFailureCode
    }

    /// The delay after the first failure, in milliseconds.
    static let shortest: Int64 = 5000
    /// The longest delay, in milliseconds.
    static let longest: Int64 = 600_000

    private let capacity: Int
    private(set) var entries: [Subject: FailureSeries] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    /// Returns the failure until whose end a target must not be fetched; nil if it may be fetched now.
    func delay(of target: EvidenceTarget, at milliseconds: Int64) -> FailureSeries? {
        guard !entries.isEmpty else { return nil }
        let subjects = [Subject.location(target.location, target.key.method), .target(target)]
        return subjects.compactMap { entries[$0] }.filter { milliseconds < $0.until }.max { $0.until < $1.until }
    }

    /// Records a failure, and returns the delay; `random` from 0 to 1 shortens the delay by up to a half.
    mutating func fail(
        _ subject: Subject,
        _ code: FetchFailureCode,
        at milliseconds: Int64,
        random: Double
    ) -> Int64 {
        var entry = entries[subject] ?? FailureSeries(count: 0, until: 0, last: 0, code: code)
        if entry.count == 0 { makeSpace(at: milliseconds) }
        let longest = min(Self.longest, Self.shortest << Int64(min(entry.count, 16)))
        let delay = longest - Int64(Double(longest / 2) * random)
        entry.count += 1
        (entry.last, entry.code) = (milliseconds, code)
        entry.until = milliseconds + delay
        entries[subject] = entry
        return delay
    }

    /// Clears the failures of a target and of its location.
    mutating func succeed(_ target: EvidenceTarget) {
        guard !entries.isEmpty else { return }
        entries[.location(target.location, target.key.method)] = nil
        entries[.target(target)] = nil
    }

    /// Removes the entries that ended long ago, or if there are none, half of all entries.
    private mutating func makeSpace(at milliseconds: Int64) {
        guard entries.count >= capacity else { return }
        entries = entries.filter { milliseconds < $0.value.until + Self.longest }
        guard entries.count >= capacity else { return }
        let middle = entries.values.map(\.until).sorted()[entries.count / 2]
        entries = entries.filter { middle < $0.value.until }
    }
}
