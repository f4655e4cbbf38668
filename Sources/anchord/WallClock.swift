import Glibc
import TrustAPI

/// The time of day, the only clock that verdicts, log lines and identifiers are dated by.
enum WallClock {
    /// What time it is.
    static func now() -> WallTime {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return WallTime(milliseconds: UInt64(max(0, now.tv_sec)) * 1000 + UInt64(now.tv_nsec) / 1_000_000)
    }
}
