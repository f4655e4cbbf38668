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

    /// The endings of texts that are file names rather than hosts; none of them is a top-level domain.
    private static let fileEndings = [
        ".pem", ".crt", ".cer", ".der", ".p7b", ".p7c", ".p12", ".pfx", ".key", ".txt", ".json",
    ]

    /// Parses `host:port`, and with a default port also `host` and `https://host/path`; nil if the text has no such form.
    ///
    /// - Parameters:
    ///   - text: an IPv6 address must be in brackets; the path of a URL is ignored.
    ///   - defaultPort: the port of a text without one; nil if it must have one.
    ///   - names: converts U-labels.
    /// - Throws: ``HostNameError`` if the host is invalid.
    package init?(
        _ text: String,
        defaultPort: UInt16? = nil,
        names: some InternationalizedNames
    ) throws(HostNameError) {
        guard let authority = try Self.authority(of: text) else { return nil }
        let isURL = authority.count < text.count
        let isAddress = authority.hasPrefix("[") && authority.hasSuffix("]")
        let colon = isAddress ? nil : authority.lastIndex(of: ":")
        let given = colon.map { Self.port(authority[authority.index(after: $0)...]) }
        guard let port = given ?? (isURL || !Self.isFileName(authority) ? defaultPort : nil) else { return nil }
        let host = String(colon.map { authority[..<$0] } ?? authority[...])
        if host.contains(":"), !(host.hasPrefix("[") && host.hasSuffix("]")) {
            throw HostNameError("has a colon: put an IPv6 address in brackets, and omit the scheme")
        }
        self.init(host: try HostName(host, names: names), port: port)
    }

    /// Returns the host and port of a URL with the scheme https, or the text itself; nil for other texts with a slash.
    private static func authority(of text: String) throws(HostNameError) -> Substring? {
        let scheme = "https://"
        guard text.prefix(scheme.count).lowercased() == scheme else { return text.contains("/") ? nil : text[...] }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { throw HostNameError("has credentials before it: leave them out") }
        return authority
    }

    private static func isFileName(_ text: Substring) -> Bool {
        fileEndings.contains { text.lowercased().hasSuffix($0) }
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
