package import TrustModel

/// The clocks, timers and random numbers for gathering evidence.
package protocol EvidenceClock: Sendable {
    /// The wall-clock time.
    var now: Instant { get }

    /// The time since an arbitrary start, in milliseconds; unlike ``now``, it is never set back.
    var milliseconds: Int64 { get }

    /// Calls an action once after a number of milliseconds, on any thread, unless the timer is canceled.
    func schedule(
        afterMilliseconds milliseconds: Int64,
        _ action: @escaping @Sendable () -> Void
    ) -> any EvidenceCancellation

    /// Returns a random number from 0 up to, but not including, 1.
    func random() -> Double
}
