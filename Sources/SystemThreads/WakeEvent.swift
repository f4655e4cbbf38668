import CSystemShims
import Glibc

/// An eventfd with which any thread can wake a thread from poll(2).
package final class WakeEvent: Sendable {
    /// The descriptor to poll; it is readable after a signal, until it is cleared.
    package let descriptor: Int32

    /// Opens the eventfd.
    ///
    /// - Throws: ``ResourceFailure`` if the process has too many descriptors.
    package init() throws(ResourceFailure) {
        descriptor = csystemshims_eventfd()
        guard descriptor >= 0 else { throw ResourceFailure(call: "eventfd", errno: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Makes the descriptor readable.
    package func signal() {
        var one: UInt64 = 1
        unsafe _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Resets the descriptor, so that it is no longer readable.
    package func clear() {
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
