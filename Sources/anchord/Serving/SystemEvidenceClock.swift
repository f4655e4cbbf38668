import Dispatch
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

    /// The timers do not need the pool of the language, whose threads may all be occupied.
    func sleep(untilMilliseconds time: Int64) async {
        let wait = Wait<Void>()
        let delay = DispatchTimeInterval.milliseconds(Int(clamping: max(0, time - milliseconds)))
        Self.queue.asyncAfter(deadline: .now() + delay) { wait.end(()) }
        _ = await wait.value
    }

    func random() -> Double { .random(in: 0..<1) }
}
