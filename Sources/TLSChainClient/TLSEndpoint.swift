package import TrustModel

/// A server as people name it: `example.com:443`, `192.0.2.1:443`, `[2001:db8::1]:443`.
package struct TLSEndpoint: Sendable, Hashable {
    /// The host.
    package let host: HostName
    /// The TCP port, 1 to 65535.
    package let port: UInt16

    /// Takes the parts.
    package init(host: HostName, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads host and port; nil where the text has no port at its end, so that it may be something else.
    ///
    /// - Parameters:
    ///   - text: a host, a colon, a port; an IPv6 address stands in brackets.
    ///   - names: converts U-labels.
    /// - Throws: what is wrong with the host before a port.
    package init?(_ text: String, names: some InternationalizedNames) throws(HostNameError) {
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = String(text[..<colon])
        if host.contains(":"), !(host.hasPrefix("[") && host.hasSuffix("]")) {
            throw HostNameError("has a colon: put an IPv6 address into brackets, and give no scheme")
        }
        self.init(host: try HostName(host, names: names), port: port)
    }

    /// What the handshake names (RFC 6066 section 3); nil for an address, which it cannot name.
    var serverName: String? {
        if case .dns(let name) = host { name } else { nil }
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(text).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension TLSEndpoint: CustomStringConvertible {
    /// The endpoint as it is read.
    package var description: String {
        if case .ip(.v6) = host { return "[\(host)]:\(port)" }
        return "\(host):\(port)"
    }
}
