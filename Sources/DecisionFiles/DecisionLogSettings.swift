/// The directory and the bounds of a log.
package struct DecisionLogSettings: Sendable {
    /// The directory, which is created if its parent directory exists.
    package var directory: String
    /// The size in bytes at which a file is rotated.
    package var maximumBytes: Int
    /// The age of its first line at which a file is rotated.
    package var maximumAge: Duration
    /// The number of rotated files that are kept; 0 if others remove them.
    package var keep: Int
    /// The longest time for which a line is not on the disk, as far as the disk allows; zero for none.
    package var flush: Duration
    /// The version in the first line of each file.
    package var version: String

    /// Creates settings from their parts.
    package init(
        directory: String,
        maximumBytes: Int,
        maximumAge: Duration,
        keep: Int,
        flush: Duration,
        version: String
    ) {
        self.directory = directory
        self.maximumBytes = maximumBytes
        self.maximumAge = maximumAge
        self.keep = keep
        self.flush = flush
        self.version = version
    }
}
