/// The delays between a failure of the fetcher and its next start.
///
/// The delay doubles with each failure from 100 ms to 30 s. It begins again at 100 ms after the fetcher was ready for a minute.
struct RestartSchedule {
    static let shortest = Duration.milliseconds(100)
    static let longest = Duration.seconds(30)
    static let healthyAfter = Duration.seconds(60)

    private var next = Self.shortest

    /// Chooses the delay after a failure.
    ///
    /// - Parameter ready: How long the fetcher was ready before it failed; nil if it did not become ready.
    /// - Returns: The time until the next start.
    mutating func delay(afterReadyFor ready: Duration?) -> Duration {
        if let ready, ready >= Self.healthyAfter { next = Self.shortest }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
