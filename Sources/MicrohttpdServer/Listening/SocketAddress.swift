import Glibc

/// A socket address in the kernel's representation, of the families AF_INET, AF_INET6 and AF_UNIX.
package struct SocketAddress {
    private(set) var storage = sockaddr_storage()
    private(set) var length: socklen_t

    /// Creates storage for an address that a system call fills in.
    init() {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    }

    /// Creates the address of a numeric host or "localhost"; nil for anything else.
    package init?(host: String, port: UInt16) {
        self.init()
        let host = host == "localhost" ? "127.0.0.1" : host
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if unsafe inet_pton(AF_INET, host, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            hold(four)
        } else if unsafe inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            hold(six)
        } else {
            return nil
        }
    }

    /// Creates the address of a Unix socket; nil if the path is empty, contains a NUL or is longer than 107 bytes.
    package init?(path: String) {
        self.init()
        var unix = sockaddr_un()
        unix.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // The last byte stays 0, since other programs read the path as a C string.
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: unix.sun_path) else {
            return nil
        }
        unsafe withUnsafeMutableBytes(of: &unix.sun_path) { unsafe $0.copyBytes(from: bytes) }
        hold(unix)
    }

    /// Creates the address to which a socket is bound.
    init(localAddressOf descriptor: Int32) {
        self.init()
        unsafe _ = withMutablePointer { unsafe getsockname(descriptor, $0, $1) }
    }

    var family: Int32 { Int32(storage.ss_family) }

    var isLoopback: Bool {
        switch family {
        case AF_INET: UInt32(bigEndian: four.sin_addr.s_addr) >> 24 == 127
        case AF_INET6: host == "::1"
        default: family == AF_UNIX
        }
    }

    /// The IP address as text, an IPv4-mapped IPv6 address as IPv4; nil for a Unix socket.
    var host: String? {
        switch family {
        case AF_INET:
            return unsafe withUnsafeBytes(of: four.sin_addr) { unsafe SocketAddress.text(AF_INET, $0) }
        case AF_INET6:
            return unsafe withUnsafeBytes(of: six.sin6_addr) { bytes in
                let isMapped = unsafe bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
                guard isMapped else { return unsafe SocketAddress.text(AF_INET6, bytes) }
                return unsafe SocketAddress.text(AF_INET, UnsafeRawBufferPointer(rebasing: bytes[12...]))
            }
        default:
            return nil
        }
    }

    /// The address as a ``ListenAddress``; nil for an unsupported address family.
    var listenAddress: ListenAddress? {
        if family == AF_UNIX { return .unix(path: path) }
        return host.map { .tcp(host: $0, port: port) }
    }

    /// Connects a new stream socket with O_NONBLOCK and FD_CLOEXEC, which the caller closes, also after an error.
    ///
    /// - Returns: the socket, and the `errno` of socket(2) or connect(2), also for a connection in progress; 0 if it is connected.
    package func connectedSocket() -> (descriptor: Int32, error: Int32) {
        let descriptor = Descriptor.openStreamSocket(family)
        guard descriptor >= 0 else { return (descriptor, errno) }
        let result = unsafe withPointer { unsafe connect(descriptor, $0, $1) }
        return (descriptor, result == 0 ? 0 : errno)
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var copy = storage
        return unsafe withUnsafeMutablePointer(to: &copy) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// Calls a function that fills in the address and its length.
    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        unsafe withUnsafeMutablePointer(to: &storage) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &length) }
        }
    }

    private var port: UInt16 {
        UInt16(bigEndian: family == AF_INET6 ? six.sin6_port : four.sin_port)
    }

    private var path: String {
        unsafe withUnsafeBytes(of: storage) { bytes in
            let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
            let name = unsafe bytes[start..<max(start, min(Int(length), bytes.count))].prefix { $0 != 0 }
            return unsafe String(decoding: name, as: UTF8.self)
        }
    }

    private var four: sockaddr_in { read() }
    private var six: sockaddr_in6 { read() }

    private func read<Form>() -> Form {
        unsafe withUnsafeBytes(of: storage) { unsafe $0.loadUnaligned(as: Form.self) }
    }

    private mutating func hold<Form>(_ address: Form) {
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.storeBytes(of: address, as: Form.self) }
        length = socklen_t(MemoryLayout<Form>.size)
    }

    private static func text(_ family: Int32, _ address: UnsafeRawBufferPointer) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let start = buffer.baseAddress, let bytes = address.baseAddress,
                unsafe inet_ntop(family, bytes, start, socklen_t(buffer.count)) != nil
            else { return nil }
            return unsafe String(cString: start)
        }
    }
}
