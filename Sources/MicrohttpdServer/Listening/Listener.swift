import CMicrohttpdShims
import Glibc
import Synchronization

/// One listening socket; the deinitializer closes it and removes its socket file.
final class Listener: Sendable {
    /// The maximum number of waiting connections; the kernel limits it to net.core.somaxconn (4096 by default).
    static let backlog: Int32 = 1024

    let descriptor: Int32
    /// The bound address, with the actual port.
    let address: ListenAddress
    private let socketFile: UnixSocketFile?
    /// Whether other processes have the socket too, and can let it block: O_NONBLOCK belongs to all of them (open(2)).
    private let isShared: Bool
    private let isOpen = Atomic(true)

    private init(
        descriptor: Int32,
        address: ListenAddress,
        socketFile: UnixSocketFile? = nil,
        isShared: Bool = false
    ) {
        self.descriptor = descriptor
        self.address = address
        self.socketFile = socketFile
        self.isShared = isShared
    }

    deinit {
        stop()
    }

    /// Closes the socket and removes its file; does nothing on a second call.
    func stop() {
        guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
        socketFile?.remove()
        close(descriptor)
    }

    static func open(_ address: ListenAddress, _ access: UnixSocketAccess) throws(ServerError) -> Listener {
        switch address {
        case .tcp(let host, let port): try openTCP(host, port, as: address)
        case .unix(let path): try openUnix(path, access, as: address)
        case .inherited(let descriptor): try adopt(descriptor, as: address)
        }
    }

    /// Accepts the next waiting connection, with O_NONBLOCK and FD_CLOEXEC; returns -1 and sets errno if there is none.
    func accept() -> (descriptor: Int32, address: SocketAddress) {
        var peer = SocketAddress()
        if isShared, !Descriptor.isReadable(descriptor) {
            errno = EAGAIN
            return (-1, peer)
        }
        let accepted = unsafe peer.withMutablePointer { unsafe cmicrohttpdshims_accept4(descriptor, $0, $1) }
        return (accepted, peer)
    }

    private static func openTCP(
        _ host: String,
        _ port: UInt16,
        as address: ListenAddress
    ) throws(ServerError) -> Listener {
        guard let bound = SocketAddress(host: host, port: port) else {
            throw ServerError(code: .invalidAddress, address: "\(address)", reason: "not a numeric address")
        }
        let descriptor = try socket(bound.family, for: address)
        // Without this option, a restart fails while connections of the previous process are in TIME_WAIT.
        Descriptor.set(SO_REUSEADDR, on: descriptor)
        if bound.family == AF_INET6 { Descriptor.set(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6), on: descriptor) }
        do throws(ServerError) {
            try bind(descriptor, to: bound, for: address)
            try listen(descriptor, for: address)
        } catch {
            close(descriptor)
            throw error
        }
        return Listener(descriptor: descriptor, address: boundAddress(of: descriptor) ?? address)
    }

    private static func openUnix(
        _ path: String,
        _ access: UnixSocketAccess,
        as address: ListenAddress
    ) throws(ServerError) -> Listener {
        guard let bound = SocketAddress(path: path) else {
            throw ServerError(
                code: .invalidAddress,
                address: "\(address)",
                reason: "the path is empty, longer than 107 bytes, or contains a NUL byte"
            )
        }
        let descriptor = try socket(AF_UNIX, for: address)
        do throws(ServerError) {
            try UnixSocketFile.removeStale(at: bound, path: path, for: address)
            try UnixSocketAccess.denyAll(descriptor, for: address)
            try bind(descriptor, to: bound, for: address)
            let file = UnixSocketFile(path: path)
            do throws(ServerError) {
                // No client can connect before listen(2), so group and mode apply to every client.
                try access.apply(to: path, for: address)
                try listen(descriptor, for: address)
            } catch {
                file?.remove()
                throw error
            }
            return Listener(descriptor: descriptor, address: address, socketFile: file)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func adopt(_ descriptor: Int32, as address: ListenAddress) throws(ServerError) -> Listener {
        guard Descriptor.option(SO_ACCEPTCONN, of: descriptor) == 1, let bound = boundAddress(of: descriptor) else {
            throw ServerError(code: .invalidAddress, address: "\(address)", reason: "not a listening socket")
        }
        guard Descriptor.makeNonBlocking(descriptor) else {
            throw ServerError("fcntl", errno: errno, address: "\(address)")
        }
        return Listener(descriptor: descriptor, address: bound, isShared: true)
    }

    private static func socket(_ family: Int32, for address: ListenAddress) throws(ServerError) -> Int32 {
        let descriptor = Descriptor.openStreamSocket(family)
        guard descriptor >= 0 else { throw ServerError("socket", errno: errno, address: "\(address)") }
        return descriptor
    }

    private static func bind(
        _ descriptor: Int32,
        to bound: SocketAddress,
        for address: ListenAddress
    ) throws(ServerError) {
        guard unsafe bound.withPointer({ unsafe Glibc.bind(descriptor, $0, $1) }) == 0 else {
            var error = ServerError("bind", errno: errno, address: "\(address)")
            if error.code == .addressInUse {
                error.reason += "; stop the other program, or choose another address with `listen` (--listen)"
            }
            throw error
        }
    }

    private static func listen(_ descriptor: Int32, for address: ListenAddress) throws(ServerError) {
        guard Glibc.listen(descriptor, backlog) == 0 else {
            throw ServerError("listen", errno: errno, address: "\(address)")
        }
    }

    /// Returns the address of a socket; nil if the descriptor is not a socket.
    static func boundAddress(of descriptor: Int32) -> ListenAddress? {
        var bound = SocketAddress()
        guard unsafe bound.withMutablePointer({ unsafe getsockname(descriptor, $0, $1) }) == 0 else { return nil }
        return bound.listenAddress
    }
}
