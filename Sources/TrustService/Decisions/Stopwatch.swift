/// Measures the time that a worker spends on an inquiry, without the time for which it waits.
///
/// The times are those of a clock that is never set back, in nanoseconds.
package struct Stopwatch: Sendable {
    /// The time of the start, or of the last ``resume(at:)``, less the time measured before.
    private var start: Int64
    private var paused: Int64?

    /// Starts a stopwatch.
    package init(at now: Int64) {
        start = now
    }

    /// Returns the time so far, in nanoseconds.
    package func elapsed(at now: Int64) -> Int64 { (paused ?? now) - start }

    /// Stops until ``resume(at:)``.
    package mutating func pause(at now: Int64) { paused = now }

    /// Continues after ``pause(at:)``.
    package mutating func resume(at now: Int64) {
        if let paused { start += now - paused }
        paused = nil
    }
}
