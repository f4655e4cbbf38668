import Glibc
import Synchronization

/// Stops threads until it is opened, and lets a test wait until a number of them stand before it.
final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let arrived = Atomic(0)

    /// Waits until the gate is open; a minute at most, so that a failing test ends.
    func pass() {
        arrived.add(1, ordering: .sequentiallyConsistent)
        for _ in 0..<60_000 where !isOpen.load(ordering: .acquiring) { usleep(1000) }
    }

    func open() { isOpen.store(true, ordering: .releasing) }

    /// Waits until so many threads have come to the gate; false after a minute.
    func waitForArrivals(_ count: Int) async -> Bool {
        for _ in 0..<12_000 {
            if arrived.load(ordering: .sequentiallyConsistent) >= count { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}
