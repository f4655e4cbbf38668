/// The longest time that a test waits for an event that a working server always reaches.
///
/// Only a failing test waits this long. It is far longer than any wait seen, so that a machine whose processors are
/// busy with other programs does not fail a test.
enum Patience {
    static let seconds = 180
    static let duration = Duration.seconds(seconds)

    /// Waits until the condition holds; false if it never does.
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
