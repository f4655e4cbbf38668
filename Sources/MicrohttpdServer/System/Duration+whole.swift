extension Duration {
    /// The duration in whole milliseconds, rounded up, and clamped to 0 through 100 years so that sums never overflow.
    var wholeMilliseconds: UInt64 {
        let century = Duration.seconds(3_155_760_000)
        let bounded = Swift.min(Swift.max(self, .zero), century).components
        return UInt64(bounded.seconds) * 1000
            + UInt64((bounded.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// The duration in whole seconds, rounded up, at least 1.
    var wholeSeconds: UInt32 {
        UInt32(clamping: Swift.max((wholeMilliseconds + 999) / 1000, 1))
    }
}
