import Glibc

/// A connected socket: it sends whole requests, and takes of answers what there is.
final class ClientSocket {
    /// The descriptor, for those who wait for it.
    let descriptor: Int32

    /// Connects; nil while nobody listens there.
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

    /// Sends all of it, waiting for room where there is none; whether that worked.
    func send(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    /// Takes what has arrived into the buffer from an offset on.
    ///
    /// - Returns: the number of bytes; 0 at the end of the connection, less without anything to take.
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
    /// A port on 127.0.0.1 that nobody listens on now.
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
    /// A port on 127.0.0.1.
    fileprivate init(loopbackPort port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }
}

extension sockaddr_un {
    /// The path of a Unix socket; the directories of the benchmark are short enough for it.
    fileprivate init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    }
}
