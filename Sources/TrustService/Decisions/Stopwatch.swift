/// Measures the time that a worker spends on an inquiry, without the time for which it waits.
package struct Stopwatch: Sendable {
    /// A clock that is never set back.
    package typealias Clock = @Sendable () -> ContinuousClock.Instant

    private let clock: Clock
    private var started: ContinuousClock.Instant?
    private var before = Duration.zero

    /// Starts a stopwatch.
    package init(_ clock: @escaping Clock = { .now }) {
        self.clock = clock
        started = clock()
    }

    /// The time so far.
    package var elapsed: Duration { started.map { before + (clock() - $0) } ?? before }

    /// Stops until ``resume()``.
    package mutating func pause() {
        before = elapsed
        started = nil
    }

    /// Continues after ``pause()``.
    package mutating func resume() { started = clock() }
}
