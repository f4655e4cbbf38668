package import TrustModel

/// The host and port of a TLS server, such as `example.com:443`, `192.0.2.1:443` or `[2001:db8::1]:443`.
package struct TLSEndpoint: Sendable, Hashable {
    /// The DNS name or IP address.
    package let host: HostName
    /// The TCP port, 1 to 65535.
    package let port: UInt16

    /// Creates an endpoint.
    package init(host: HostName, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`; nil if the text does not end with a colon and a port.
    ///
    /// - Parameters:
    ///   - text: a host, a colon and a port; an IPv6 address must be in brackets.
    ///   - names: converts U-labels.
    /// - Throws: ``HostNameError`` if the host before the port is invalid.
    package init?(_ text: String, names: some InternationalizedNames) throws(HostNameError) {
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = String(text[..<colon])
        if host.contains(":"), !(host.hasPrefix("[") && host.hasSuffix("]")) {
            throw HostNameError("has a colon: put an IPv6 address in brackets, and omit the scheme")
        }
        self.init(host: try HostName(host, names: names), port: port)
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(text).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension TLSEndpoint: CustomStringConvertible {
    /// The endpoint in the form that the parser accepts.
    package var description: String {
        if case .ip(.v6) = host { return "[\(host)]:\(port)" }
        return "\(host):\(port)"
    }
}
