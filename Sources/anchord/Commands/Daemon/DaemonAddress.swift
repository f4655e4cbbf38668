import Glibc
import StructuredDocuments

/// The address of a daemon: the path of a Unix socket, or a port.
enum DaemonAddress: Sendable {
    case unix(String)
    /// An IPv4 or IPv6 address without brackets, and a port.
    case ip(String, port: UInt16)

    /// Returns the address at which a daemon answers that listens on a host; that of all interfaces includes loopback.
    static func ofListener(_ host: String, port: UInt16) -> DaemonAddress {
        let loopback = ["0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"]
        return .ip(loopback[host] ?? host, port: port)
    }

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
        guard !authority.contains(where: { "/?#".contains($0) }) else {
            throw Self.refusal(url, "has a path: expected a URL such as http://127.0.0.1:8778")
        }
        guard let colon = authority.lastIndex(of: ":"),
            let port = Self.port(authority[authority.index(after: colon)...])
        else { throw Self.refusal(url, "has no valid port: expected a URL such as http://127.0.0.1:8778") }
        switch authority[..<colon] {
        case "127.0.0.1", "localhost": self = .ip("127.0.0.1", port: port)
        case "[::1]": self = .ip("::1", port: port)
        default:
            throw Self.refusal(
                url,
                "names another host than 127.0.0.1, ::1 or localhost: without https, anyone on the network could change the verdict"
            )
        }
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard text.first != "0", text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt16(text)
    }

    private static func refusal(_ url: String, _ reason: String) -> CommandFailure {
        CommandFailure(["the URL \(QuotedText.of(url)) \(reason)"])
    }

    /// The name in messages.
    var name: String {
        switch self {
        case .unix(let path): QuotedText.printable(path)
        case .ip(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    /// The thing on which a process listens.
    var kind: String {
        if case .unix = self { "socket" } else { "port" }
    }

    /// The value of the header field Host.
    var host: String {
        if case .ip = self { name } else { "localhost" }
    }
}

extension DaemonAddress {
    /// Connects without blocking; returns the socket and the result of connect(2), with the error in `errno`.
    ///
    /// - Throws: ``DaemonRequest/Failure`` if the path of the Unix socket is too long.
    func connection() throws(DaemonRequest.Failure) -> (descriptor: Int32, result: Int32) {
        switch self {
        case .unix(let path): try Self.connection(toSocket: path)
        case .ip(let host, let port) where host.contains(":"): Self.connectionIPv6(host, port)
        case .ip(let host, let port): Self.connectionIPv4(host, port)
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

    private static func connectionIPv4(_ host: String, _ port: UInt16) -> (descriptor: Int32, result: Int32) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        unsafe _ = inet_pton(AF_INET, host, &address.sin_addr)
        return connected(AF_INET, address)
    }

    private static func connectionIPv6(_ host: String, _ port: UInt16) -> (descriptor: Int32, result: Int32) {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        unsafe _ = inet_pton(AF_INET6, host, &address.sin6_addr)
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
