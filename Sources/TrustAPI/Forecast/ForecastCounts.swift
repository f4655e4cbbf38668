import TrustModel
import TrustService

/// The numbers of questions of the last decisions that will no longer be allowed, without names.
package struct ForecastCounts: Sendable {
    /// A day on which permissions end.
    struct Day: Hashable, Comparable, Sendable {
        /// The number of whole days since the time of the forecast.
        let number: Int
        let cause: ForecastCause

        static func < (left: Day, right: Day) -> Bool {
            (left.number, left.cause.rawValue) < (right.number, right.cause.rawValue)
        }
    }

    /// The number of days of a forecast.
    static let days = 30

    /// The time of the forecast.
    let time: Instant
    /// The number of questions.
    let questions: Int
    /// The numbers of ends, by day and cause.
    let ends: [Day: Int]
}
