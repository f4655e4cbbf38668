import CMicrohttpdShims
import Glibc

/// System calls on descriptors.
enum Descriptor {
    /// Opens a stream socket with O_NONBLOCK and FD_CLOEXEC; on failure, returns -1 and sets errno.
    static func openStreamSocket(_ family: Int32) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Sets an integer socket option; returns whether it succeeded.
    @discardableResult
    static func set(_ option: Int32, level: Int32 = SOL_SOCKET, on descriptor: Int32, to value: Int32 = 1) -> Bool {
        var value = value
        return unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// Reads an integer socket option; nil if the descriptor does not support it.
    static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
    }

    /// Sets O_NONBLOCK and FD_CLOEXEC; returns whether both succeeded.
    static func makeNonBlocking(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    /// Sends without blocking and without SIGPIPE; returns whether the socket accepted all bytes.
    @discardableResult
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                == bytes.count
        }
    }

    static func hasUnreadBytes(_ descriptor: Int32) -> Bool {
        var count: Int32 = 0
        return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// Whether a read, or an accept(2) of a listener, returns at once.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, 0) == 1
    }

    /// POLLRDHUP, which the Glibc module does not export: the client has finished sending.
    static let inputEnded: Int16 = 0x2000

    /// Returns the argument of poll(2) that detects a client that has disconnected.
    static func hangUpPoll(_ descriptor: Int32, endsWithInput: Bool) -> pollfd {
        pollfd(fd: descriptor, events: endsWithInput ? inputEnded : 0, revents: 0)
    }

    /// Whether the client has disconnected.
    static func hasHungUp(_ descriptor: Int32, endsWithInput: Bool) -> Bool {
        var polled = hangUpPoll(descriptor, endsWithInput: endsWithInput)
        return unsafe poll(&polled, 1, 0) > 0 && hasHungUp(polled)
    }

    /// Whether the client has disconnected, according to a result of poll(2).
    ///
    /// A client that finished sending after another request has not disconnected: it waits for both responses.
    static func hasHungUp(_ polled: pollfd) -> Bool {
        let ends = Int16(POLLHUP) | Int16(POLLERR)
        return polled.revents & ends != 0 || polled.revents & inputEnded != 0 && !hasUnreadBytes(polled.fd)
    }

    /// Duplicates a descriptor, with FD_CLOEXEC; nil if the process has too many.
    static func duplicate(_ descriptor: Int32) -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }
}
