package import TrustEvidence
package import TrustModel

/// The client that asks, with the time, the trace and the worker.
package struct Asker: Sendable {
    /// The route and the client.
    package let place: DecisionPlace
    /// The trace to which the request belongs; nil if the client states none.
    package let trace: TraceID?
    /// The time at which the inquiry arrived.
    package let time: WallTime
    /// The number of the worker, which selects one of several counters; for a batch item its position.
    package let worker: Int
    /// The time that was spent on the inquiry.
    package var stopwatch: Stopwatch

    /// Creates an asker from its parts.
    package init(place: DecisionPlace, trace: TraceID?, time: WallTime, worker: Int, stopwatch: Stopwatch) {
        self.place = place
        self.trace = trace
        self.time = time
        self.worker = worker
        self.stopwatch = stopwatch
    }

    /// The client to whose shares waiting and fetching are charged.
    package var share: ClientShare { place.share }
}
