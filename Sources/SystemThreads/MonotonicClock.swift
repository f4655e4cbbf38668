import Glibc

/// The clock of all deadlines: CLOCK_MONOTONIC, which is not affected by changes of the date.
package enum MonotonicClock {
    /// The time since an arbitrary point in the past, in milliseconds.
    package static var milliseconds: UInt64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1000 + UInt64(now.tv_nsec) / 1_000_000
    }
}
