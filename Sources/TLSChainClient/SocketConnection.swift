import Glibc

/// A TCP connection with one deadline for all operations, closed on deinitialization.
///
/// It is a class because debug builds of Swift 6.3 do not run the deinitializer of a noncopyable type with this initializer.
final class SocketConnection: Sendable {
    private let descriptor: Int32
    private let deadline: Deadline

    /// Connects to the first address that accepts; the attempts divide the remaining time equally.
    ///
    /// - Throws: the error of the last attempt.
    static func open(
        to addresses: [ResolvedAddress],
        until deadline: Deadline
    ) throws(TLSChainError) -> SocketConnection {
        var failure = TLSChainError(.nameNotFound, "cannot be resolved: it has no address")
        for (index, address) in addresses.enumerated() {
            do throws(TLSChainError) {
                let connection = try SocketConnection(family: address.family, until: deadline)
                try connection.connect(to: address, until: deadline.share(among: addresses.count - index))
                return connection
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private init(family: Int32, until deadline: Deadline) throws(TLSChainError) {
        let flags = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(family, Int32(flags), 0)
        self.descriptor = descriptor
        self.deadline = deadline
        guard descriptor >= 0 else {
            throw TLSChainError(errno == EAFNOSUPPORT ? .unreachable : .resources, "cannot be reached: error \(errno)")
        }
    }

    deinit {
        close(descriptor)
    }

    private func connect(to address: ResolvedAddress, until deadline: Deadline) throws(TLSChainError) {
        let result = unsafe address.bytes.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.bindMemory(to: sockaddr.self).baseAddress else { return Int32(-1) }
            return unsafe Glibc.connect(descriptor, start, socklen_t(bytes.count))
        }
        if result == 0 { return }
        guard errno == EINPROGRESS else { throw Self.failure(errno) }
        guard deadline.wait(for: Int32(POLLOUT), on: descriptor) else {
            throw TLSChainError(.timeout, "did not answer in time")
        }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code == 0 else {
            throw Self.failure(code)
        }
    }

    /// Sends all bytes without raising SIGPIPE.
    func send(_ bytes: [UInt8]) throws(TLSChainError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try checkDeadline()
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                try wait(for: Int32(POLLOUT), after: errno)
            }
        }
    }

    /// Waits until bytes are available, and receives them.
    ///
    /// - Throws: ``TLSChainError``, with code `closed` if the server has closed the connection.
    func receive() throws(TLSChainError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            try checkDeadline()
            let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 { return Array(bytes[..<count]) }
            if count == 0 { throw TLSChainError(.closed, "closed the connection before sending a certificate") }
            try wait(for: Int32(POLLIN), after: errno)
        }
    }

    private func wait(for events: Int32, after code: Int32) throws(TLSChainError) {
        if code == EINTR { return }
        guard code == EAGAIN || code == EWOULDBLOCK else { throw Self.failure(code) }
        guard deadline.wait(for: events, on: descriptor) else { throw Self.tooSlow }
    }

    /// Checks the deadline before every call, because a peer that is always ready would never cause a wait.
    private func checkDeadline() throws(TLSChainError) {
        if deadline.hasPassed { throw Self.tooSlow }
    }

    private static let tooSlow =
        TLSChainError(.timeout, "accepted the connection, but did not send a certificate in time")

    private static func failure(_ code: Int32) -> TLSChainError {
        switch code {
        case ECONNREFUSED: TLSChainError(.refused, "refused the connection: no server is listening on the port")
        case ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL:
            TLSChainError(.unreachable, "cannot be reached: no route to the host")
        case ETIMEDOUT: TLSChainError(.timeout, "did not answer in time")
        case ECONNRESET, EPIPE: TLSChainError(.closed, "reset the connection before sending a certificate")
        default: TLSChainError(.unreachable, "cannot be reached: error \(code)")
        }
    }
}
