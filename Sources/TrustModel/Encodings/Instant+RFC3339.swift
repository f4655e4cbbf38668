extension Instant {
    /// Parses an RFC 3339 instant, such as `2026-11-20T00:00:00Z` or `2026-11-20t01:00:00.5+01:00`; nil if invalid.
    ///
    /// Fractions of a second are truncated, since X.509 has none. A leap second is accepted only at the end of a month
    /// in UTC (RFC 3339 section 5.7), and read as the second before it. Instants outside the years 0 to 9999 are
    /// invalid.
    package init?(rfc3339 text: String) {
        var scanner = TimeScanner(text)
        guard
            let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2), scanner.skip(":"),
            let second = scanner.digits(2), scanner.skipFraction(), let offset = scanner.offset(), scanner.isAtEnd,
            second <= 60,
            let local = Instant(
                year: year,
                month: month,
                day: day,
                hour: hour,
                minute: minute,
                second: min(second, 59)
            )
        else { return nil }
        let instant = local.adding(seconds: -offset)
        guard (Self.first...Self.last).contains(instant), second < 60 || instant.isLastOfMonth else { return nil }
        self = instant
    }

    /// Returns a hint for messages about invalid text with second 60; otherwise an empty string.
    package static func leapSecondHint(for text: String) -> String {
        text.utf8.contains(":60".utf8) ? "; second 60 is only valid at 23:59:60 UTC on the last day of a month" : ""
    }

    /// The first second of year 0 and the last of year 9999, the range of RFC 3339 in UTC.
    private static let first = Instant(secondsSince1970: -62_167_219_200)
    private static let last = Instant(secondsSince1970: 253_402_300_799)

    /// Parses a calendar day, such as `2027-06-01`, as its first second in UTC; nil if invalid.
    package init?(day text: String) {
        var scanner = TimeScanner(text)
        guard
            let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

private struct TimeScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += count
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips an optional `.` followed by one or more digits; returns false if the digits are missing.
    mutating func skipFraction() -> Bool {
        guard skip(".") else { return true }
        guard digits(1) != nil else { return false }
        while digits(1) != nil {}
        return true
    }

    /// Reads `Z` or `±hh:mm` as seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24, minutes < 60
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return isWest ? -seconds : seconds
    }
}
