package import TrustModel

/// The clocks, timers and random numbers for gathering evidence.
package protocol EvidenceClock: Sendable {
    /// The wall-clock time.
    var now: Instant { get }

    /// The time since an arbitrary start, in milliseconds; unlike ``now``, it is never set back.
    var milliseconds: Int64 { get }

    /// Waits until ``milliseconds`` has reached a value, or the task is canceled.
    func sleep(untilMilliseconds time: Int64) async

    /// Returns a random number from 0 up to, but not including, 1.
    func random() -> Double
}
