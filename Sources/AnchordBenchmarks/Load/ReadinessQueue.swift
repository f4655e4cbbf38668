import Glibc

/// Waits for several descriptors with poll(2).
///
/// Swift's Glibc module does not export epoll(7). With hundreds of connections, each poll reports several responses, so
/// its cost per response is small.
struct ReadinessQueue {
    private var polled: [pollfd] = []

    /// Creates a queue that reports each descriptor by its index in the array.
    init(_ descriptors: [Int32]) {
        polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Waits until at least one descriptor is readable, and returns the indices of all readable ones.
    ///
    /// - Throws: ``LoadFailure`` if none is readable after ten seconds.
    mutating func wait() throws -> [Int] {
        let ready = unsafe poll(&polled, nfds_t(polled.count), 10_000)
        guard ready != 0 else { throw LoadFailure("no response within ten seconds") }
        return polled.indices.filter { polled[$0].revents != 0 }
    }
}
