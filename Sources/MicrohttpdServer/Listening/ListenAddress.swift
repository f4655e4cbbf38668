/// An address that a server listens on.
package enum ListenAddress: Sendable, Hashable {
    /// The host is a numeric IP address, or "localhost" for 127.0.0.1; for port 0, the kernel chooses the port.
    ///
    /// IPv6 listeners do not accept IPv4 connections.
    case tcp(host: String, port: UInt16)
    /// The path of a Unix socket, at most 107 bytes.
    case unix(path: String)
    /// A listening socket inherited from the parent process, such as systemd.
    case inherited(descriptor: Int32)
}

extension ListenAddress {
    /// Parses "127.0.0.1:8778", "[::1]:8778", "localhost:8778", "unix:/run/x.sock" or "fd:3".
    ///
    /// - Throws: ``ServerError`` with code `invalidAddress` and the expected form.
    package init(_ text: String) throws(ServerError) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/") else {
                throw ListenAddress.invalid(text, "the path of a Unix socket must start with /")
            }
            guard SocketAddress(path: path) != nil else {
                throw ListenAddress.invalid(text, "the path of a Unix socket must not exceed 107 bytes or contain NUL")
            }
            self = .unix(path: path)
        } else if text.hasPrefix("fd:") {
            guard let descriptor = Int32(text.dropFirst(3)), descriptor >= 0 else {
                throw ListenAddress.invalid(text, "fd: must be followed by a descriptor number")
            }
            self = .inherited(descriptor: descriptor)
        } else {
            self = try ListenAddress.tcp(text)
        }
    }

    /// Whether only this machine can reach the address: 127.0.0.0/8, ::1 or a Unix socket.
    ///
    /// False for an inherited socket, whose address is unknown before the server starts.
    package var isLoopback: Bool {
        switch self {
        case .tcp(let host, _): SocketAddress(host: host, port: 0)?.isLoopback ?? false
        case .unix: true
        case .inherited: false
        }
    }

    private static func tcp(_ text: String) throws(ServerError) -> ListenAddress {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw invalid(text, "expected address:port with a port from 0 to 65535, or unix:/path")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw invalid(text, "put an IPv6 address in brackets, such as [::1]:8778")
        }
        guard SocketAddress(host: String(host), port: port) != nil else {
            throw invalid(text, "the address must be a numeric IPv4 or IPv6 address, or localhost")
        }
        return .tcp(host: String(host), port: port)
    }

    private static func invalid(_ text: String, _ reason: String) -> ServerError {
        ServerError(code: .invalidAddress, address: text, reason: reason)
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address in the form that `init(_:)` parses.
    package var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        case .inherited(let descriptor): "fd:\(descriptor)"
        }
    }
}
