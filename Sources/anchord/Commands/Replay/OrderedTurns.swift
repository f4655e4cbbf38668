import Synchronization
import SystemThreads

/// Lets threads run parts of their work one after the other, in the order of their positions.
///
/// A thread that waits for its turn does so only for threads that have earlier positions, and these wait for none with later ones.
final class OrderedTurns: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: Semaphore] = [:]
    }

    private let state = Mutex(State())

    /// Waits until all earlier positions have had their turns, and runs a function; each position has one turn.
    func take<Value>(_ position: Int, _ body: () -> Value) -> Value {
        if let semaphore = place(position) { semaphore.wait() }
        defer { end() }
        return body()
    }

    /// Returns the semaphore to wait for; nil if it is the turn of the position.
    private func place(_ position: Int) -> Semaphore? {
        state.withLock { state in
            guard state.next < position else { return nil }
            let semaphore = Semaphore()
            state.waiting[position] = semaphore
            return semaphore
        }
    }

    private func end() {
        let next = state.withLock { state in
            state.next += 1
            return state.waiting.removeValue(forKey: state.next)
        }
        next?.signal()
    }
}
