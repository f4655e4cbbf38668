import Glibc
import StructuredDocuments

/// The address of a daemon: a Unix socket, or a port of this machine.
enum DaemonAddress: Sendable {
    case unix(String)
    /// A port of 127.0.0.1 or ::1.
    case loopback(isIPv6: Bool, port: UInt16)

    /// Parses the URL of a daemon on this machine, such as `http://127.0.0.1:8778`.
    ///
    /// - Throws: ``CommandFailure`` with the reason if it is not such a URL.
    init(url: String) throws(CommandFailure) {
        let scheme = "http://"
        guard url.hasPrefix(scheme) else {
            throw Self.refusal(url, "has another scheme than http, which is the only one supported")
        }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...]),
            port > 0
        else { throw Self.refusal(url, "has no port: expected a URL such as http://127.0.0.1:8778") }
        switch authority[..<colon] {
        case "127.0.0.1", "localhost": self = .loopback(isIPv6: false, port: port)
        case "[::1]": self = .loopback(isIPv6: true, port: port)
        default:
            throw Self.refusal(
                url,
                "names another host than 127.0.0.1, ::1 or localhost: without https, anyone on the network could change the verdict"
            )
        }
    }

    private static func refusal(_ url: String, _ reason: String) -> CommandFailure {
        CommandFailure(["the URL \(QuotedText.of(url)) \(reason)"])
    }

    /// The name in messages.
    var name: String {
        switch self {
        case .unix(let path): QuotedText.printable(path)
        case .loopback(let isIPv6, let port): "\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)"
        }
    }

    /// The thing on which a process listens.
    var kind: String {
        if case .unix = self { "socket" } else { "port" }
    }

    /// The value of the header field Host.
    var host: String {
        if case .loopback = self { name } else { "localhost" }
    }
}

extension DaemonAddress {
    /// Connects without blocking; returns the socket and the result of connect(2), with the error in `errno`.
    ///
    /// - Throws: ``DaemonRequest/Failure`` if the path of the Unix socket is too long.
    func connection() throws(DaemonRequest.Failure) -> (descriptor: Int32, result: Int32) {
        switch self {
        case .unix(let path): try Self.connection(toSocket: path)
        case .loopback(true, let port): Self.connectionIPv6(port)
        case .loopback(false, let port): Self.connectionIPv4(port)
        }
    }

    private static func connection(
        toSocket path: String
    ) throws(DaemonRequest.Failure) -> (descriptor: Int32, result: Int32) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw DaemonRequest.Failure(reason: "the path of a Unix socket has 1 to 107 bytes")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return connected(AF_UNIX, address)
    }

    private static func connectionIPv4(_ port: UInt16) -> (descriptor: Int32, result: Int32) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return connected(AF_INET, address)
    }

    private static func connectionIPv6(_ port: UInt16) -> (descriptor: Int32, result: Int32) {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return connected(AF_INET6, address)
    }

    private static func connected<Address>(
        _ family: Int32,
        _ address: Address
    ) -> (descriptor: Int32, result: Int32) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, 0)
        let result = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe connect(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        return (descriptor, result)
    }
}
