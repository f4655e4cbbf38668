import Dispatch
import Synchronization

/// A FIFO queue that passes events from any thread to one waiting thread.
final class EventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let available = DispatchSemaphore(value: 0)

    func push(_ event: Event) {
        events.withLock { $0.append(event) }
        available.signal()
    }

    /// Removes and returns the next event; blocks until there is one, and returns nil after the timeout.
    func next(within timeout: DispatchTimeInterval) -> Event? {
        guard available.wait(timeout: .now() + timeout) == .success else { return nil }
        return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
