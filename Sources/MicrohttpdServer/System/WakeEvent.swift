import CMicrohttpdShims
import Glibc

/// An eventfd with which any thread can wake the acceptor from poll(2).
final class WakeEvent: Sendable {
    let descriptor: Int32

    /// Opens the eventfd; fails if the process is out of descriptors.
    init() throws(ServerError) {
        descriptor = cmicrohttpdshims_eventfd()
        guard descriptor >= 0 else { throw ServerError("eventfd", errno: errno, address: nil) }
    }

    deinit {
        close(descriptor)
    }

    func signal() {
        var one: UInt64 = 1
        unsafe _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Resets the descriptor, so that it is no longer readable.
    func clear() {
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
