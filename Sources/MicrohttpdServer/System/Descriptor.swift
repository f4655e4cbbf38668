import CMicrohttpdShims
import Glibc

/// The few calls on a descriptor that several parts make, with their arguments in one place.
enum Descriptor {
    /// A new stream socket, non-blocking and closed on exec; -1 with errno when there is none to have.
    static func openStreamSocket(_ family: Int32) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Sets an integer option of a socket; whether that worked.
    @discardableResult
    static func set(_ option: Int32, level: Int32 = SOL_SOCKET, on descriptor: Int32, to value: Int32 = 1) -> Bool {
        var value = value
        return unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// Reads an integer option of a socket; nil when it has none.
    static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
    }

    /// Makes reads and writes never wait, and the descriptor close on exec; whether both worked.
    static func makeNonBlocking(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Sends without waiting and without SIGPIPE as much as the socket takes now; whether that was all.
    @discardableResult
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                == bytes.count
        }
    }

    /// Whether bytes wait to be read.
    static func hasUnreadBytes(_ descriptor: Int32) -> Bool {
        var count: Int32 = 0
        return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// A second descriptor for the same socket, closed on exec; nil when the process may have no more.
    static func duplicate(_ descriptor: Int32) -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }
}
