/// The Certificate Transparency logs of one log list; immutable and shared.
package final class TransparencyLogList: Sendable {
    /// The time at which the list was made (`log_list_timestamp`).
    package let timestamp: Instant
    /// The SHA-256 of the file, which the revisions of policies depend on.
    package let digest: Fingerprint
    /// The logs by their identifiers.
    package let logs: [Fingerprint: TransparencyLog]
    /// The times at which logs enter their states, earliest first.
    package let changes: [Instant]

    /// Creates a list; the logs have different identifiers.
    package init(timestamp: Instant, digest: Fingerprint, logs: [TransparencyLog]) {
        self.timestamp = timestamp
        self.digest = digest
        self.logs = Dictionary(logs.map { ($0.id, $0) }) { first, _ in first }
        changes = logs.filter { $0.state != nil }.map(\.stateSince).sorted()
    }

    /// Returns the last second at which the list is not older than a maximum age in seconds.
    ///
    /// A list of exactly the maximum age is too old, as in Chrome.
    package func lastFreshSecond(maximumAge: Int64) -> Instant {
        timestamp.adding(seconds: maximumAge - 1)
    }
}
