import Glibc
import Synchronization

/// Stops threads until it is opened, and lets a test wait until a number of them stand before it.
final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let arrived = Atomic(0)

    /// Waits until the gate is open, but not for ever, so that a failing test ends.
    func pass() {
        arrived.add(1, ordering: .sequentiallyConsistent)
        for _ in 0..<1000 * Patience.seconds where !isOpen.load(ordering: .acquiring) { usleep(1000) }
    }

    func open() { isOpen.store(true, ordering: .releasing) }

    /// Waits until so many threads have reached the gate; false if they never do.
    func waitForArrivals(_ count: Int) async -> Bool {
        await Patience.wait { arrived.load(ordering: .sequentiallyConsistent) >= count }
    }
}
