import Glibc

/// A point in time by which something must be done, and waiting for a descriptor until then.
struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant

    init(after duration: Duration) {
        instant = .now + duration
    }

    private init(_ instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    var hasPassed: Bool { ContinuousClock.now >= instant }

    /// A deadline that leaves time for others: an equal part of what is left now.
    func share(among count: Int) -> Deadline {
        let now = ContinuousClock.now
        return Deadline(now + (instant - now) / max(count, 1))
    }

    /// Waits until a descriptor is ready; false where the deadline comes first.
    func wait(for events: Int32, on descriptor: Int32) -> Bool {
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
