import Glibc

/// A socket bound to an address; it stays in the network namespace of the thread that created it.
struct BoundSocket {
    struct Failure: Error {
        let address: String
        let code: Int32
    }

    let descriptor: Int32
    /// The port, which the system chooses if zero is requested.
    let port: Int

    /// Creates a listening TCP socket, or a UDP socket.
    init(address: String, port: Int, isDatagram: Bool = false) throws {
        let isV6 = address.contains(":")
        let type = isDatagram ? SOCK_DGRAM : SOCK_STREAM
        descriptor = socket(isV6 ? AF_INET6 : AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        if isV6 { unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size) }
        let isBound = isV6 ? Self.bindV6(descriptor, address, port) : Self.bindV4(descriptor, address, port)
        guard isBound, isDatagram || listen(descriptor, 256) == 0, let bound = Self.port(of: descriptor) else {
            let failure = Failure(address: address, code: errno)
            close(descriptor)
            throw failure
        }
        self.port = bound
    }

    private static func bindV4(_ descriptor: Int32, _ text: String, _ port: Int) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        guard unsafe inet_pton(AF_INET, text, &address.sin_addr) == 1 else { return false }
        return bind(descriptor, &address)
    }

    private static func bindV6(_ descriptor: Int32, _ text: String, _ port: Int) -> Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
        guard unsafe inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { return false }
        return bind(descriptor, &address)
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        unsafe withUnsafeBytes(of: &address) { bytes in
            let address = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe Glibc.bind(descriptor, address, socklen_t(bytes.count)) == 0
        }
    }

    private static func port(of descriptor: Int32) -> Int? {
        // The port of IPv6 is at the same place.
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }
}
