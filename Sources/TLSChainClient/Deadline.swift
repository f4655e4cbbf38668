import Glibc

/// A point in time after which an operation times out.
package struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant

    /// Creates a deadline that passes after a duration from now.
    package init(after duration: Duration) {
        instant = .now + duration
    }

    private init(_ instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    /// Whether the deadline has passed.
    package var hasPassed: Bool { ContinuousClock.now >= instant }

    /// Returns an earlier deadline: the end of the first of `count` equal shares of the remaining time.
    func share(among count: Int) -> Deadline {
        let now = ContinuousClock.now
        return Deadline(now + (instant - now) / max(count, 1))
    }

    /// Waits until a descriptor is ready; returns false if the deadline passes first or poll(2) fails.
    package func wait(for events: Int32, on descriptor: Int32) -> Bool {
        while true {
            let left = max(instant - ContinuousClock.now, .zero).components
            let milliseconds = min(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1, 86_400_000)
            var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = unsafe poll(&polled, 1, Int32(milliseconds))
            if count > 0 { return true }
            if count == 0, hasPassed { return false }
            if count < 0, errno != EINTR { return false }
        }
    }
}
