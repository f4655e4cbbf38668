import Glibc

final class ClientSocket {
    let descriptor: Int32

    /// Connects to an address; returns nil if that fails.
    init?(_ address: ServerAddress) {
        switch address {
        case .tcp(let port):
            descriptor = socket(AF_INET, Self.stream, 0)
            guard Self.connect(descriptor, sockaddr_in(loopbackPort: port)) else { return nil }
            var on: Int32 = 1
            unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        case .unix(let path):
            descriptor = socket(AF_UNIX, Self.stream, 0)
            guard Self.connect(descriptor, sockaddr_un(path: path)) else { return nil }
        }
    }

    deinit { close(descriptor) }

    /// Sends all bytes and blocks if necessary; returns false on failure.
    func send(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    /// Receives available bytes into the buffer, starting at an offset.
    ///
    /// - Returns: The number of bytes, 0 at the end of the connection, or a negative number if no bytes are available.
    func receive(into buffer: inout [UInt8], from offset: Int, waiting: Bool = false) -> Int {
        unsafe buffer.withUnsafeMutableBytes { bytes in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
            return unsafe recv(descriptor, rest.baseAddress, rest.count, waiting ? 0 : Int32(MSG_DONTWAIT))
        }
    }

    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    private static func connect<Address>(_ descriptor: Int32, _ address: Address) -> Bool {
        unsafe withUnsafeBytes(of: address) { bytes in
            let target = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe Glibc.connect(descriptor, target, socklen_t(bytes.count)) == 0
        }
    }
}

extension ClientSocket {
    /// Returns a port on 127.0.0.1 that is currently unused.
    static func freePort() -> UInt16 {
        let descriptor = socket(AF_INET, stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in(loopbackPort: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let target = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
            unsafe bind(descriptor, target, length)
            unsafe getsockname(descriptor, target, &length)
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

extension sockaddr_in {
    fileprivate init(loopbackPort port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }
}

extension sockaddr_un {
    /// Creates the address of a Unix socket; the benchmark uses only paths that are short enough.
    fileprivate init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    }
}
