import Glibc
import SystemThreads

/// The clock of the server's timeouts, and the waits that end at its times; tests override both.
///
/// Without a subclass in the module, the optimizer calls the methods directly.
///
/// `@unchecked Sendable`: the class has no stored properties.
class ServerClock: @unchecked Sendable {
    /// The time since an arbitrary point in the past, in milliseconds.
    var milliseconds: UInt64 { MonotonicClock.milliseconds }

    /// Waits for events as poll(2) does, and returns its result; a negative timeout, in milliseconds, means no limit.
    func poll(_ descriptors: inout [pollfd], timeout: Int32) -> Int32 {
        unsafe Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
    }
}
