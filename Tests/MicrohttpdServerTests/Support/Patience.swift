/// The maximum time that a test waits for an event that a correct server always reaches.
///
/// Only a failing test waits this long. The time is generous, so that tests also pass on a busy machine.
enum Patience {
    static let seconds = 180
    static let duration = Duration.seconds(seconds)

    /// Waits until the condition holds; returns false if it never does.
    static func wait(until condition: () -> Bool) async -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: duration)
        while !condition() {
            guard clock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
