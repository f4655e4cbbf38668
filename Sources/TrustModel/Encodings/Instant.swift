/// A point in time in whole seconds of UTC, the precision of X.509 (RFC 5280 section 4.1.2.5).
///
/// Leap seconds are not represented, as in POSIX time.
package struct Instant: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    package let secondsSince1970: Int64

    /// Creates an instant from seconds since 1970-01-01T00:00:00Z.
    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Creates an instant from a proleptic Gregorian date and time in UTC; nil if a part is out of range.
    package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard
            (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, year: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        secondsSince1970 = ((Int64(days) * 24 + Int64(hour)) * 60 + Int64(minute)) * 60 + Int64(second)
    }

    /// Orders instants in time.
    package static func < (left: Instant, right: Instant) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// Returns the instant a number of seconds later, or earlier for a negative number; clamped to the `Int64` range.
    package func adding(seconds: Int64) -> Instant {
        let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
        return Instant(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    private static func daysInMonth(_ month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts days in years that begin in March, so that the leap day is the last day of a year.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private var civilDate: (year: Int64, month: Int64, day: Int64) {
        let days = Self.floorDivide(secondsSince1970, 86400) + 719_468
        let era = Self.floorDivide(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Whether this is the last second of a month in UTC, before a possible leap second.
    var isLastOfMonth: Bool {
        let next = adding(seconds: 1)
        return next.secondsSince1970 % 86400 == 0 && next.civilDate.day == 1
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Instant: CustomStringConvertible {
    /// RFC 3339 in UTC, for example `2026-11-20T00:00:00Z`.
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(20)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The length of the text of instants in the years 0 to 9999.
    package static let textLength = 20

    /// Appends ``description``.
    package func append(to text: inout [UInt8]) {
        let date = civilDate
        let ofDay = Int((secondsSince1970 % 86400 + 86400) % 86400)
        let hasFourDigits = (0...9999).contains(date.year)
        // RFC 3339 has only years of four digits; other years are written with as many digits as needed.
        if !hasFourDigits { text.append(contentsOf: "\(date.year)-".utf8) }
        text.append(addingCapacity: Self.textLength) { text in
            if hasFourDigits {
                Self.appendTwoDigits(Int(date.year) / 100, to: &text)
                Self.appendTwoDigits(Int(date.year) % 100, "-", to: &text)
            }
            Self.appendTwoDigits(Int(date.month), "-", to: &text)
            Self.appendTwoDigits(Int(date.day), "T", to: &text)
            Self.appendTwoDigits(ofDay / 3600, ":", to: &text)
            Self.appendTwoDigits(ofDay / 60 % 60, ":", to: &text)
            Self.appendTwoDigits(ofDay % 60, "Z", to: &text)
        }
    }

    @inline(__always)
    private static func appendTwoDigits(
        _ value: Int,
        _ mark: Unicode.Scalar? = nil,
        to text: inout OutputSpan<UInt8>
    ) {
        text.append(UInt8(ascii: "0") + UInt8(value / 10))
        text.append(UInt8(ascii: "0") + UInt8(value % 10))
        if let mark { text.append(UInt8(ascii: mark)) }
    }
}
