import Dispatch
import Synchronization

/// Brings events from any thread to the one that waits for them, in order.
final class EventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let available = DispatchSemaphore(value: 0)

    /// Adds an event.
    func push(_ event: Event) {
        events.withLock { $0.append(event) }
        available.signal()
    }

    /// The next event; waits for it.
    func next() -> Event {
        while true {
            available.wait()
            let event = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let event { return event }
        }
    }
}
