import Glibc

/// The streams that every process writes to, without buffers of their own: what was written has left the process.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes the whole text, and waits for a reader that is slow; false where nobody reads it any more.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Another process that has the same stream may have made it non-blocking.
    private func waitUntilWritable() {
        var polled = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        unsafe _ = poll(&polled, 1, -1)
    }
}
