import FetchProtocol
import Glibc

/// The socket to the daemon.
struct SessionSocket {
    /// The time for which the daemon may leave reports unread, in seconds; it reads at once unless it hangs.
    private static let sendingSeconds = 10

    let descriptor: Int32

    /// Takes a connected stream socket; nil if the descriptor is not a socket.
    init?(_ descriptor: Int32) {
        var limit = timeval(tv_sec: Self.sendingSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0 else { return nil }
        self.descriptor = descriptor
    }

    /// Sends all bytes; false if the daemon has closed the socket or does not read.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                guard errno == EINTR else { return false }
                continue
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The result of a read.
    enum Received {
        case bytes([UInt8])
        case nothing
        case end
    }

    /// Reads the bytes that have arrived, without waiting.
    func receive() -> Received {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .end
    }
}
