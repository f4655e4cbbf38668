import Glibc
import TrustModel

/// The system's real-time clock, used for verdicts, log lines and decision identifiers.
enum WallClock {
    static func now() -> WallTime {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return WallTime(milliseconds: UInt64(max(0, now.tv_sec)) * 1000 + UInt64(now.tv_nsec) / 1_000_000)
    }

    /// Returns the time of the clock that is never set back, in nanoseconds.
    static func stopwatch() -> Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
