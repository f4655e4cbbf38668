package import TrustModel

/// The parts of an http URL, in the form in which it is fetched.
package struct FetchURL: Hashable, Sendable {
    /// The host: a DNS name in lower case, or an address.
    package let host: HostName
    /// The port, 80 by default.
    package let port: UInt16
    /// The path and the query, which begins with a slash.
    package let target: String

    /// The maximum length of a URL, in bytes.
    package static let maximumBytes = 2048

    /// Parses a URL and drops its fragment.
    ///
    /// The scheme must be http: https would need evidence about another certificate. The host must be an address, or a
    /// name in A-labels.
    ///
    /// - Throws: ``FetchURLError`` if the URL is malformed or longer than ``maximumBytes``, or has credentials.
    package init(_ text: String) throws(FetchURLError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumBytes else {
            throw FetchURLError("has \(bytes.count) bytes, more than \(Self.maximumBytes)")
        }
        // Backslashes are among the excluded characters: some parsers read them as slashes.
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && !Self.excluded.contains($0) }) else {
            throw FetchURLError("has characters that a URL cannot have")
        }
        let scheme = Array("http://".utf8)
        guard bytes.prefix(scheme.count).map(Self.lowercased) == scheme else {
            throw FetchURLError("does not begin with http://")
        }
        let rest = bytes.dropFirst(scheme.count).prefix { $0 != UInt8(ascii: "#") }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.contains(UInt8(ascii: "@")) else { throw FetchURLError("has credentials") }
        let (host, port) = try Self.hostAndPort(authority)
        self.host = host
        self.port = port
        let target = rest.dropFirst(authority.count)
        let slash = target.first == UInt8(ascii: "/") ? "" : "/"
        self.target = slash + String(decoding: target, as: UTF8.self)
    }

    private static let excluded = Set("\"<>\\^`{|}".utf8)

    private static func hostAndPort(
        _ authority: ArraySlice<UInt8>
    ) throws(FetchURLError) -> (HostName, UInt16) {
        let hostEnd: Int
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else {
                throw FetchURLError("has an address without the closing bracket")
            }
            hostEnd = bracket + 1
        } else {
            hostEnd = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        }
        let (text, rest) = (authority[..<hostEnd], authority[hostEnd...])
        let host: HostName
        do throws(HostNameError) {
            let name = String(decoding: text.map(lowercased), as: UTF8.self)
            guard !name.hasPrefix("[") || IPAddress(name.dropFirst().dropLast()) != nil else {
                throw HostNameError("is not an address in brackets")
            }
            host = try HostName(name, names: OnlyASCIINames())
        } catch {
            throw FetchURLError("has a host that \(error.reason)")
        }
        guard !rest.isEmpty else { return (host, 80) }
        guard rest.first == UInt8(ascii: ":") else { throw FetchURLError("has characters after the address") }
        let digits = rest.dropFirst()
        guard !digits.isEmpty else { return (host, 80) }
        guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw FetchURLError("has an invalid port") }
        return (host, port)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension FetchURL: CustomStringConvertible {
    /// The host as in a URL: an IPv6 address has brackets.
    package var hostText: String {
        if case .ip(.v6) = host { "[\(host)]" } else { host.description }
    }

    /// The URL in normal form.
    package var description: String {
        "http://\(hostText)" + (port == 80 ? "" : ":\(port)") + target
    }
}

/// The reason why a URL is not fetched.
package struct FetchURLError: Error, Hashable, Sendable {
    /// A predicate whose subject is the URL, such as "has credentials".
    package let reason: String

    /// Creates an error.
    package init(_ reason: String) {
        self.reason = reason
    }
}

/// Names in certificates are A-labels already (RFC 5280 section 7.2).
private struct OnlyASCIINames: InternationalizedNames {
    func asciiName(of name: String) throws(HostNameError) -> String {
        throw HostNameError("has characters other than ASCII")
    }
}
