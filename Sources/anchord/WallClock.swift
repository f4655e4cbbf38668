import FoundationEssentials
import TrustAPI

/// The time of day, the only clock that verdicts, log lines and identifiers are dated by.
enum WallClock {
    /// What time it is.
    static func now() -> WallTime {
        WallTime(milliseconds: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
