import Foundation
import Testing
import TrustModel

@Suite struct `An instant` {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59Z", -1),
        ("2000-02-29T12:00:00Z", 951_825_600),
        ("2024-02-29T23:59:59Z", 1_709_251_199),
        ("2026-11-20T00:00:00Z", 1_795_132_800),
        ("2969-12-31T23:59:59Z", 31_556_995_199),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
    ])
    func `is parsed from RFC 3339 text and written unchanged`(text: String, seconds: Int64) throws {
        let instant = try #require(Instant(rfc3339: text))
        #expect(instant.secondsSince1970 == seconds)
        #expect(instant.description == text)
    }

    @Test(arguments: [
        ("2026-11-20t01:00:00.5+01:00", "2026-11-20T00:00:00Z"),
        ("2026-11-20 00:00:00z", "2026-11-20T00:00:00Z"),
        ("2026-11-19T23:30:00-00:30", "2026-11-20T00:00:00Z"),
        ("2026-01-01T00:00:00.999999999999999999999Z", "2026-01-01T00:00:00Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2017-01-01T00:59:60+01:00", "2016-12-31T23:59:59Z"),
        ("2016-06-30T15:59:60.5-08:00", "2016-06-30T23:59:59Z"),
        ("9999-12-31T23:59:60Z", "9999-12-31T23:59:59Z"),
        ("2026-11-20T00:00:00+23:59", "2026-11-19T00:01:00Z"),
    ])
    func `accepts offsets, fractions and leap seconds (RFC 3339 §5.6)`(text: String, utc: String) {
        #expect(Instant(rfc3339: text)?.description == utc)
    }

    @Test(arguments: [
        "", "now", "2026-11-20", "2026-11-20T00:00:00", "2026-11-20T00:00Z", "2026-11-20T24:00:00Z",
        "2026-11-20T00:60:00Z", "2026-11-20T00:00:61Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-00T00:00:00Z",
        "2026-11-20T00:00:00.Z", "2026-11-20T00:00:00+1:00", "2026-11-20T00:00:00+24:00", "2026-11-20T00:00:00+00:60",
        "2026-11-20T00:00:00Z ", " 2026-11-20T00:00:00Z", "2026-11-20T00:00:00ZZ", "+026-11-20T00:00:00Z",
        "12026-11-20T00:00:00Z", "2026-11-20T00:00:00+0100", "２０２６-11-20T00:00:00Z",
    ])
    func `is nil for text that is not an RFC 3339 time`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(arguments: [
        "2026-11-20T10:20:60Z", "2016-12-31T22:59:60Z", "2016-12-30T23:59:60Z", "2016-12-31T23:59:60+01:00",
        "2016-12-31T23:59:61Z", "2015-02-29T23:59:60Z",
    ])
    func `is nil for a leap second that does not end a month in UTC, with a hint (RFC 3339 §5.7)`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
        let isSecond60 = text.contains(":60")
        #expect(Instant.leapSecondHint(for: text).contains("last day of a month") == isSecond60)
    }

    @Test(arguments: ["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"])
    func `is nil if the offset exceeds the year range of RFC 3339`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test func `agrees with Foundation on every 97th day of six centuries`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: Int64(-100_000), through: 120_000, by: 97) {
            let seconds = day * 86_400 + 3_661
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let year = try #require(parts.year)
            // Foundation's calendar is Julian before 15 October 1582; 100,000 days before 1970 is in 1696.
            let instant = Instant(
                year: year,
                month: try #require(parts.month),
                day: try #require(parts.day),
                hour: 1,
                minute: 1,
                second: 1
            )
            #expect(instant?.secondsSince1970 == seconds)
            #expect(Instant(rfc3339: Instant(secondsSince1970: seconds).description)?.secondsSince1970 == seconds)
        }
    }

    @Test(arguments: [("2027-06-01", "2027-06-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z")])
    func `is parsed from a calendar day as its first second`(text: String, utc: String) {
        #expect(Instant(day: text)?.description == utc)
    }

    @Test(arguments: ["2027-6-1", "2023-02-29", "2027-06-01T00:00:00Z", "", "tomorrow"])
    func `is nil for text that is not a calendar day`(text: String) {
        #expect(Instant(day: text) == nil)
    }

    @Test(arguments: [
        (0, 1, 1, 0, 0, 0, true), (-1, 1, 1, 0, 0, 0, false), (9999, 12, 31, 23, 59, 59, true),
        (10000, 1, 1, 0, 0, 0, false), (2026, 12, 31, 23, 59, 60, false), (2026, 12, 32, 0, 0, 0, false),
    ])
    func `is created from parts only if each is in range`(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        second: Int,
        isValid: Bool
    ) {
        let instant = Instant(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        #expect((instant != nil) == isValid)
    }

    @Test func `is clamped to the ends of its range, and can be written there`() {
        let last = Instant(secondsSince1970: .max)
        let first = Instant(secondsSince1970: .min)
        #expect(last.adding(seconds: 1) == last)
        #expect(first.adding(seconds: -1) == first)
        #expect(first < last)
        #expect(last.description.hasSuffix("Z"))
        #expect(first.description.hasSuffix("Z"))
    }
}
