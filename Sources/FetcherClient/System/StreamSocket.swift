import Glibc

/// A connected stream socket; the deinitializer closes it.
final class StreamSocket {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        close(descriptor)
    }

    /// Connects to a Unix socket, which never waits: with a full backlog, the error is EAGAIN.
    static func connect(to path: String) throws(SystemFailure) -> StreamSocket {
        let operation = "connect to \(path)"
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            unsafe place.copyBytes(from: bytes)
            return true
        }
        guard fits else { throw SystemFailure(operation, errno: ENAMETOOLONG) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw SystemFailure("open a socket", errno: errno) }
        let connection = StreamSocket(descriptor)
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemFailure(operation, errno: errno) }
        return connection
    }

    /// Opens two connected sockets; only the first one does not block.
    static func pair() throws(SystemFailure) -> (own: StreamSocket, other: StreamSocket) {
        var descriptors: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &descriptors) == 0 else {
            throw SystemFailure("open a pair of sockets", errno: errno)
        }
        let (own, other) = (StreamSocket(descriptors[0]), StreamSocket(descriptors[1]))
        let flags = fcntl(own.descriptor, F_GETFL)
        guard flags >= 0, fcntl(own.descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemFailure("open a pair of sockets", errno: errno)
        }
        return (own, other)
    }

    enum ReadResult: Equatable {
        case bytes(Int)
        case wouldBlock
        case end
        case failed(errno: Int32)
    }

    /// Reads into a buffer, from its start.
    func read(into buffer: inout [UInt8]) -> ReadResult {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            let error = errno
            switch error {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            // The peer was ended while bytes to it were unread.
            case ECONNRESET: return .end
            default: return .failed(errno: error)
            }
        }
    }

    /// Sends bytes without SIGPIPE.
    ///
    /// - Returns: How many bytes the socket accepted.
    /// - Throws: ``SystemFailure`` if the connection is broken.
    func send(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        while true {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            let error = errno
            switch error {
            case EINTR: continue
            case EAGAIN: return 0
            default: throw SystemFailure("send to anchord-fetcher", errno: error)
            }
        }
    }
}
