import Dispatch
import Synchronization
import TrustAPI
import TrustEvidence
import TrustModel

/// The clocks of the system, and timers on a queue of their own.
struct SystemEvidenceClock: EvidenceClock {
    private static let queue = DispatchQueue(label: "anchord.evidence")

    private let start = SuspendingClock().now

    var now: Instant { WallClock.now().instant }

    var milliseconds: Int64 {
        let (seconds, attoseconds) = (SuspendingClock().now - start).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    func schedule(
        afterMilliseconds milliseconds: Int64,
        _ action: @escaping @Sendable () -> Void
    ) -> any EvidenceCancellation {
        let timer = Timer(action)
        Self.queue.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: milliseconds))) { timer.fire() }
        return timer
    }

    func random() -> Double { .random(in: 0..<1) }
}

/// An action that runs once, unless it is canceled before.
private final class Timer: EvidenceCancellation {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func fire() { take()?() }

    func cancel() { _ = take() }

    /// Returns the action and releases it, so that it runs at most once.
    private func take() -> (@Sendable () -> Void)? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}
