import TrustModel

extension Instant {
    /// Reads a time of a command line: an RFC 3339 timestamp, or a date in UTC.
    init?(commandLine text: String) {
        guard let instant = Instant(rfc3339: text) ?? Instant(day: text) else { return nil }
        self = instant
    }
}
