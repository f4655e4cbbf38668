import CSystemShims
import Glibc

/// An eventfd with which any thread can wake the client's thread from poll(2).
final class WakeEvent: Sendable {
    let descriptor: Int32

    /// Opens the eventfd; nil, with errno set, if the process has too many descriptors.
    init?() {
        descriptor = csystemshims_eventfd()
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
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
