import Glibc

/// A blocking connection to a daemon for raw bytes; reads time out after one minute.
final class TestConnection {
    struct Refused: Error {}

    let descriptor: Int32

    /// Connects to an address in the format of the daemon's log.
    init(_ address: String) throws {
        let isUnix = address.hasPrefix("unix:")
        descriptor = socket(isUnix ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let result: Int32
        if isUnix {
            var target = sockaddr_un(path: String(address.dropFirst(5)))
            result = Self.connect(descriptor, &target)
        } else {
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = (UInt16(address.split(separator: ":").last ?? "") ?? 0).bigEndian
            target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            result = Self.connect(descriptor, &target)
        }
        guard result == 0 else {
            close(descriptor)
            throw Refused()
        }
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads up to and including the first occurrence of a text, or to the end of the stream.
    func text(upTo end: String) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe recv(descriptor, &byte, 1, 0) == 1 {
            bytes.append(byte)
            if byte == end.utf8.last, String(decoding: bytes, as: UTF8.self).hasSuffix(end) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends until the peer accepts no data for one second; returns the number of bytes sent.
    func sendUntilBlocked(_ text: String, atMost limit: Int) -> Int {
        let bytes = Array(text.utf8)
        var total = 0
        while total < limit {
            var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard unsafe poll(&polled, 1, 1000) == 1 else { return total }
            let rest = Array(bytes[(total % bytes.count)...])
            let count = unsafe Glibc.send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            guard count > 0 else { return total }
            total += count
        }
        return total
    }

    /// Waits for data or the end of the stream; returns false on timeout.
    func hasBytes(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, milliseconds) != 0
    }

    /// Reads until the peer closes the connection.
    func rest() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Sends one request on a new connection and returns the whole response.
    static func get(_ path: String, at address: String) throws -> String {
        let connection = try TestConnection(address)
        connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return connection.rest()
    }

    private static func connect<Address>(_ descriptor: Int32, _ target: inout Address) -> Int32 {
        unsafe withUnsafeBytes(of: &target) { bytes in
            unsafe Glibc.connect(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
    }
}

extension sockaddr_un {
    init(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    }
}

/// A bound socket owned by a test.
final class TestSocket {
    let descriptor: Int32

    /// Creates a listening TCP socket on a free loopback port.
    static func listening() -> TestSocket {
        let made = TestSocket(AF_INET, SOCK_STREAM)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        made.bind(&address)
        listen(made.descriptor, 16)
        return made
    }

    /// Creates a Unix datagram socket at a path.
    static func datagrams(at path: String) -> TestSocket {
        let made = TestSocket(AF_UNIX, SOCK_DGRAM)
        var address = sockaddr_un(path: path)
        made.bind(&address)
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        unsafe setsockopt(made.descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        return made
    }

    /// Creates a listening Unix socket at a path, which accepts no connection.
    static func listening(at path: String) -> TestSocket {
        let made = TestSocket(AF_UNIX, SOCK_STREAM)
        var address = sockaddr_un(path: path)
        made.bind(&address)
        listen(made.descriptor, 16)
        return made
    }

    private init(_ family: Int32, _ type: __socket_type) {
        descriptor = socket(family, Int32(type.rawValue), 0)
    }

    deinit { close(descriptor) }

    /// Returns the next datagram as text, or nil after ten seconds.
    func datagram() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Discards the datagrams that have arrived.
    func discardDatagrams() {
        var byte: UInt8 = 0
        while unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
    }

    private func bind<Address>(_ address: inout Address) {
        let result = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.bind(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        precondition(result == 0, "the socket of the test could not be bound")
    }
}
