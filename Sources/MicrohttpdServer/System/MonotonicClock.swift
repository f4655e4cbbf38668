import Glibc

/// The time that deadlines are counted in: milliseconds of CLOCK_MONOTONIC, which no change of the date moves.
enum MonotonicClock {
    /// Milliseconds now.
    static var milliseconds: UInt64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1000 + UInt64(now.tv_nsec) / 1_000_000
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, none below 0 and none above a century, so that sums never overflow.
    var wholeMilliseconds: UInt64 {
        let century = Duration.seconds(3_155_760_000)
        let bounded = Swift.min(Swift.max(self, .zero), century).components
        return UInt64(bounded.seconds) * 1000
            + UInt64((bounded.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Whole seconds, rounded up, at least 1.
    var wholeSeconds: UInt32 {
        UInt32(clamping: Swift.max((wholeMilliseconds + 999) / 1000, 1))
    }
}
