import Glibc

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
    private let descriptor: Int32

    /// The bytes of an address, which ends with 0.
    package static let maximumNameLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Opens a socket; ``send(_:)`` throws if that fails.
    ///
    /// - Parameters:
    ///   - name: A path, or a name in the abstract namespace that starts with `@`, of at most ``maximumNameLength`` bytes.
    ///   - patience: The time in seconds for which a datagram waits until the other process has space.
    package init(to name: String, patience: Int) {
        address = Array(
            (name.hasPrefix("@") ? [0] + name.dropFirst().utf8 : Array(name.utf8)).prefix(Self.maximumNameLength)
        )
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: patience, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends a datagram.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the other process does not run, or has no space in the time.
    package func send(_ bytes: [UInt8]) throws(LocalFiles.Failure) -> Result {
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
