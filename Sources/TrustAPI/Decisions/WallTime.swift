package import TrustModel

/// A reading of the wall clock, fine enough for decision identifiers.
package struct WallTime: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: UInt64

    /// Takes a reading.
    package init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    /// The same in whole seconds.
    package var instant: Instant { Instant(secondsSince1970: Int64(milliseconds / 1000)) }
}
