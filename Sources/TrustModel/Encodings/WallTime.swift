/// A wall-clock time in milliseconds, the precision of decision identifiers.
package struct WallTime: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: UInt64

    /// Creates a time from milliseconds since 1970.
    package init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    /// The time in whole seconds.
    package var instant: Instant { Instant(secondsSince1970: Int64(milliseconds / 1000)) }
}
