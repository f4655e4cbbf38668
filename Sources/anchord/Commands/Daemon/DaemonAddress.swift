import MicrohttpdServer
import StructuredDocuments

/// The address of a daemon: the path of a Unix socket, or a port.
enum DaemonAddress: Sendable {
    case unix(String)
    /// An IPv4 or IPv6 address without brackets, and a port.
    case ip(String, port: UInt16)

    /// Returns the address at which a daemon answers that listens on a host; that of all interfaces includes loopback.
    static func ofListener(_ host: String, port: UInt16) -> DaemonAddress {
        let loopback = ["0.0.0.0": "127.0.0.1", "::": "::1"]
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
    /// Returns the address in the form of the kernel.
    ///
    /// - Throws: ``DaemonRequest/Failure`` if it has no such form.
    func socketAddress() throws(DaemonRequest.Failure) -> SocketAddress {
        switch self {
        case .unix(let path):
            if let address = SocketAddress(path: path) { return address }
            throw DaemonRequest.Failure(reason: "the path of a Unix socket has 1 to 107 bytes")
        case .ip(let host, let port):
            if let address = SocketAddress(host: host, port: port) { return address }
            throw DaemonRequest.Failure(reason: "the host is not an IP address")
        }
    }
}
