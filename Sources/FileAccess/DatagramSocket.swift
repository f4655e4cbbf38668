import Glibc
import Synchronization

/// A socket that sends datagrams to the socket of another process on this machine.
///
/// It has no connection, so that the other process may be restarted. It stays open until it is released.
package final class DatagramSocket: Sendable {
    /// The result of sending.
    package enum Result: Sendable, Equatable {
        /// The other process has the datagram or finds it in its queue.
        case sent
        /// The datagram is longer than the system permits.
        case tooLong
    }

    private let address: [UInt8]
    private let patience: Int
    private let open: @Sendable () -> Int32
    /// The open socket; nil if it could not be opened.
    private let descriptor = Mutex<Int32?>(nil)

    /// The bytes of an address, which ends with 0.
    package static let maximumNameLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Opens a socket; if that fails, ``send(_:)`` tries it again.
    ///
    /// - Parameters:
    ///   - name: A path, or a name in the abstract namespace that starts with `@`, of at most ``maximumNameLength`` bytes.
    ///   - patience: The time in seconds for which a datagram waits until the other process has space.
    package convenience init(to name: String, patience: Int) {
        self.init(to: name, patience: patience) {
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
    }

    /// Opens a socket with a function that returns a descriptor, or -1 and sets errno.
    init(to name: String, patience: Int, open: @escaping @Sendable () -> Int32) {
        address = Array(
            (name.hasPrefix("@") ? [0] + name.dropFirst().utf8 : Array(name.utf8)).prefix(Self.maximumNameLength)
        )
        (self.patience, self.open) = (patience, open)
        _ = try? opened()
    }

    deinit { if let descriptor = descriptor.withLock({ $0 }) { close(descriptor) } }

    /// Returns the descriptor of the open socket, which is opened if it is not.
    private func opened() throws(LocalFiles.Failure) -> Int32 {
        try descriptor.withLock { known throws(LocalFiles.Failure) in
            if let known { return known }
            let new = open()
            guard new >= 0 else { throw LocalFiles.Failure(errno: errno) }
            var time = timeval(tv_sec: patience, tv_usec: 0)
            unsafe setsockopt(new, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            known = new
            return new
        }
    }

    /// Sends a datagram.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the other process does not run or has no space in the time, or if there is no socket.
    package func send(_ bytes: [UInt8]) throws(LocalFiles.Failure) -> Result {
        let descriptor = try opened()
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: address) }
        let length = MemoryLayout<sa_family_t>.size + address.count
        while true {
            let error = unsafe withUnsafeBytes(of: &target) { target in
                let target = unsafe target.assumingMemoryBound(to: sockaddr.self).baseAddress
                let count = unsafe sendto(
                    descriptor,
                    bytes,
                    bytes.count,
                    Int32(MSG_NOSIGNAL),
                    target,
                    socklen_t(length)
                )
                return count < 0 ? errno : 0
            }
            switch error {
            case 0: return .sent
            case EMSGSIZE: return .tooLong
            case EINTR: continue
            case EAGAIN: throw LocalFiles.Failure(reason: "accepts nothing more")
            case ECONNREFUSED: throw LocalFiles.Failure(reason: "has no process that reads it")
            default: throw LocalFiles.Failure(errno: error)
            }
        }
    }
}
