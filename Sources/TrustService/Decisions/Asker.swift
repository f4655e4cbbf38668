package import TrustEvidence
package import TrustModel

/// The client that asks, with the time and the worker.
package struct Asker: Sendable {
    /// The client to whose shares waiting and fetching are charged.
    package let share: ClientShare
    /// The time at which the inquiry arrived.
    package let time: WallTime
    /// The number of the worker, which selects one of several counters; for a batch item its position.
    package let worker: Int
    /// The time that was spent on the inquiry.
    package var stopwatch: Stopwatch

    /// Creates an asker from its parts.
    package init(share: ClientShare, time: WallTime, worker: Int, stopwatch: Stopwatch) {
        self.share = share
        self.time = time
        self.worker = worker
        self.stopwatch = stopwatch
    }
}
