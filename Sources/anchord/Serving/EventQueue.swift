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

    /// Removes and returns the next event; blocks until there is one.
    func next() -> Event {
        while true {
            available.wait()
            let event = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let event { return event }
        }
    }
}
