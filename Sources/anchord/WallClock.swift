import Glibc
import TrustAPI
import TrustModel

/// The system's real-time clock, used for verdicts, log lines and decision identifiers.
enum WallClock {
    static func now() -> WallTime {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return WallTime(milliseconds: UInt64(max(0, now.tv_sec)) * 1000 + UInt64(now.tv_nsec) / 1_000_000)
    }
}
