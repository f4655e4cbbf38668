import Glibc

/// Waits for many descriptors at once.
///
/// By poll(2): the module of the C library that Swift has knows no epoll(7). What that costs with hundreds of connections
/// is shared by the answers that each call finds.
struct ReadinessQueue {
    private var polled: [pollfd] = []

    /// Watches descriptors, which are reported by their places.
    init(_ descriptors: [Int32]) {
        polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Waits until something can be read; the places where it can.
    ///
    /// - Throws: ``LoadFailure`` after ten seconds without anything.
    mutating func wait() throws -> [Int] {
        let ready = unsafe poll(&polled, nfds_t(polled.count), 10_000)
        guard ready != 0 else { throw LoadFailure("ten seconds without any answer") }
        return polled.indices.filter { polled[$0].revents != 0 }
    }
}
