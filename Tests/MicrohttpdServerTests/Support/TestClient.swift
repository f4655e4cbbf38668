import Glibc
import MicrohttpdServer

/// A blocking client that sends and receives raw bytes, with ``Patience`` as its timeout.
final class TestClient {
    struct Reply {
        var status: Int
        var head: String
        var body: String

        func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                    return String(parts[1].drop { $0 == " " })
                }
            }
            return nil
        }
    }

    struct Refused: Error {}

    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ address: ListenAddress, from source: String? = nil) throws {
        switch address {
        case .tcp(let host, let port): descriptor = try TestClient.connectTCP(host, port, from: source)
        case .unix(let path): descriptor = try TestClient.connectUnix(path)
        case .inherited: throw Refused()
        }
        var timeout = timeval(tv_sec: Patience.seconds, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends all bytes; returns false if the server has disconnected.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Whether bytes of a reply can be read without waiting.
    var hasReply: Bool {
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 1
    }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func vanish() {
        var abrupt = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads the next response; nil if the connection ends before it is complete.
    func reply(toHEAD: Bool = false) -> Reply? {
        guard let end = fill(until: { TestClient.headEnd($0) }) else { return nil }
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        var reply = Reply(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: "")
        buffer.removeFirst(end + 4)
        let length = toHEAD || reply.status < 200 ? 0 : reply.header("Content-Length").flatMap { Int($0) } ?? 0
        guard fill(until: { $0.count >= length ? length : nil }) != nil else { return nil }
        reply.body = String(decoding: buffer[..<length], as: UTF8.self)
        buffer.removeFirst(length)
        return reply
    }

    func exchange(_ request: String) -> Reply? {
        send(request)
        return reply()
    }

    /// Reads until the last bytes are a text; returns false if the connection ends before.
    func reads(through text: String) -> Bool {
        let end = Array(text.utf8)
        return fill { $0.suffix(end.count).elementsEqual(end) ? $0.count : nil } != nil
    }

    /// Whether the server closes or resets the connection without sending more bytes.
    var isClosed: Bool {
        var byte: UInt8 = 0
        let count = unsafe recv(descriptor, &byte, 1, 0)
        return buffer.isEmpty && (count == 0 || count < 0 && errno == ECONNRESET)
    }

    /// Whether the server closes or resets the connection; discards the bytes that it sends before.
    var isClosedEventually: Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count <= 0 { return count == 0 || errno == ECONNRESET }
        }
    }

    private func fill(until found: ([UInt8]) -> Int?) -> Int? {
        while true {
            if let end = found(buffer) { return end }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }
    }
}

extension TestClient {
    private static func connectTCP(_ host: String, _ port: UInt16, from source: String?) throws -> Int32 {
        if host.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            unsafe inet_pton(AF_INET6, host, &address.sin6_addr)
            return try connect(AF_INET6, &address)
        }
        var address = ipv4(host, port)
        return try connect(AF_INET, &address, from: source)
    }

    private static func ipv4(_ host: String, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        unsafe inet_pton(AF_INET, host, &address.sin_addr)
        return address
    }

    private static func connectUnix(_ path: String) throws -> Int32 {
        var address = sockaddr_un(path: path)
        return try connect(AF_UNIX, &address)
    }

    private static func connect<Address>(
        _ family: Int32,
        _ address: inout Address,
        from source: String? = nil
    ) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var own = ipv4(source ?? "0.0.0.0", 0)
        let isBound = unsafe source == nil || call(bind, descriptor, &own) == 0
        guard isBound, unsafe call(Glibc.connect, descriptor, &address) == 0 else {
            close(descriptor)
            throw Refused()
        }
        return descriptor
    }

    private static func call<Address>(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
        _ descriptor: Int32,
        _ address: inout Address
    ) -> Int32 {
        unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe function(
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

extension TestClient {
    /// Sends a byte every 50 ms until a response is received; nil if the connection ends without one.
    func trickleUntilAnswered() -> Reply? {
        for _ in 0..<20 * Patience.seconds {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&polled, 1, 50) != 0 { return reply() }
            send("x")
        }
        return nil
    }
}
