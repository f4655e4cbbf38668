/// A time in whole seconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct TestInstant: Hashable, Comparable, Sendable {
    /// The reference time of all test certificates: 2026-01-01T00:00:00Z.
    package static let reference = TestInstant(secondsSince1970: 1_767_225_600)

    /// Seconds since 1970, negative before.
    package let secondsSince1970: Int64

    /// Takes seconds since 1970.
    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads a date and time of the Gregorian calendar in UTC; months and days count from 1.
    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        let days = CalendarDate(year: year, month: month, day: day).daysSince1970
        secondsSince1970 = Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// Moves by days of 86,400 seconds and by seconds, either of which may be negative.
    package func adding(days: Int64 = 0, seconds: Int64 = 0) -> TestInstant {
        TestInstant(secondsSince1970: secondsSince1970 + days * 86_400 + seconds)
    }

    /// Orders by time.
    package static func < (left: TestInstant, right: TestInstant) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// The year of the Gregorian calendar in UTC.
    var year: Int { date.year }

    /// The date and time in UTC as `YYYYMMDDhhmmss`.
    var digits: String {
        let second = Int(secondsSince1970) - date.daysSince1970 * 86_400
        let parts = [date.month, date.day, second / 3600, second / 60 % 60, second % 60]
        return Self.padded(date.year, to: 4) + parts.map { Self.padded($0, to: 2) }.joined()
    }

    private var date: CalendarDate {
        // Rounded down, so that times before 1970 are assigned to the correct day.
        CalendarDate(daysSince1970: Int((Double(secondsSince1970) / 86_400).rounded(.down)))
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
