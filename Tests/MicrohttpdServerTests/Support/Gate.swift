import Glibc
import Synchronization

/// Blocks threads until it is opened, and lets a test wait until a number of threads have reached it.
final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let arrived = Atomic(0)

    /// Waits until the gate is open, up to ``Patience``, so that a failing test ends.
    func pass() {
        arrived.add(1, ordering: .sequentiallyConsistent)
        for _ in 0..<1000 * Patience.seconds where !isOpen.load(ordering: .acquiring) { usleep(1000) }
    }

    func open() { isOpen.store(true, ordering: .releasing) }

    /// Waits until a number of threads have reached the gate; returns false if they never do.
    func waitForArrivals(_ count: Int) async -> Bool {
        await Patience.wait { arrived.load(ordering: .sequentiallyConsistent) >= count }
    }
}
