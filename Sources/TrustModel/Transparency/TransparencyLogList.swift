/// The Certificate Transparency logs of one log list; immutable and shared.
package final class TransparencyLogList: Sendable {
    /// The time at which the list was made (`log_list_timestamp`).
    package let timestamp: Instant
    /// The SHA-256 of the file, which the revisions of policies depend on.
    package let digest: Fingerprint
    /// The logs by their identifiers.
    package let logs: [Fingerprint: TransparencyLog]

    /// Creates a list; the logs have different identifiers.
    package init(timestamp: Instant, digest: Fingerprint, logs: [TransparencyLog]) {
        self.timestamp = timestamp
        self.digest = digest
        self.logs = Dictionary(logs.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Returns the last second at which the list is not older than a maximum age in seconds.
    ///
    /// A list of exactly the maximum age is too old, as in Chrome.
    package func lastFreshSecond(maximumAge: Int64) -> Instant {
        timestamp.adding(seconds: maximumAge - 1)
    }

    /// Returns the first time after an instant at which the state of a log changes; nil if there is none.
    package func nextChange(after instant: Instant) -> Instant? {
        logs.values.lazy.filter { $0.state != nil && $0.stateSince > instant }.map(\.stateSince).min()
    }
}
