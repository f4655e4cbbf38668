import CMicrohttpdShims
import Glibc

/// An eventfd by which any thread makes the acceptor look up from its poll.
final class WakeEvent: Sendable {
    let descriptor: Int32

    /// Opens the event; the process may be out of descriptors.
    init() throws(ServerError) {
        descriptor = cmicrohttpdshims_eventfd()
        guard descriptor >= 0 else { throw ServerError("eventfd", errno: errno, address: nil) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable.
    func signal() {
        var one: UInt64 = 1
        unsafe _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable again.
    func clear() {
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
