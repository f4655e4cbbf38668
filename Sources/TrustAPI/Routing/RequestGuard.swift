import MicrohttpdServer
import StructuredDocuments
import TrustModel

/// Keeps browsers out: a web page must not reach the service by a name of its own (DNS rebinding) or across origins.
///
/// The Host header may be an IP address, `localhost`, or a configured name: a page that rebinds a DNS name has that name
/// there. Clients on a Unix socket have no such header to speak of and may send any. An Origin header is sent by browsers
/// only, and must be this very service. Both are ASCII in every request that a browser sends; anything else is foreign.
enum RequestGuard {
    static func check(_ head: HTTPRequestHead, allowedHosts: Set<String>) throws(Problem) {
        let host = head.headers["Host"]
        if case .ip = head.peer, let host, !isAllowed(host, allowedHosts) {
            let shown = QuotedText.excerpt(host)
            throw Problem(.foreignHost, "The Host header names \(shown), which is not a name of this service.")
        }
        if let origin = head.headers["Origin"], !isOwn(origin, host: host ?? "") {
            let shown = QuotedText.excerpt(origin)
            throw Problem(.foreignOrigin, "The Origin header names \(shown), which is not this service.")
        }
    }

    private static func isOwn(_ origin: String, host: String) -> Bool {
        let own = Array("http://".utf8) + host.utf8
        return origin.utf8.count == own.count
            && zip(origin.utf8, own).allSatisfy { $0 < 0x80 && $0.lowercasedASCII == $1.lowercasedASCII }
    }

    private static func isAllowed(_ header: String, _ allowedHosts: Set<String>) -> Bool {
        guard let host = hostWithoutPort(header) else { return false }
        return host == "localhost" || IPAddress(host) != nil || allowedHosts.contains(host)
    }

    /// How long a Host header may be that is looked at: a name of 253 characters, a trailing dot, a port.
    private static let maximumBytes = 260

    /// The host of a Host header in lower case, without port, brackets and trailing dot; nil where it is malformed.
    private static func hostWithoutPort(_ header: String) -> String? {
        guard header.utf8.count <= maximumBytes, header.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let bytes = header.utf8.map(\.lowercasedASCII)
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), isPort(bytes[(end + 1)...]) else { return nil }
            return String(decoding: bytes[1..<end], as: UTF8.self)
        }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard isPort(bytes[colon...]) else { return nil }
        let hasTrailingDot = bytes[..<colon].last == UInt8(ascii: ".")
        return String(decoding: bytes[..<(hasTrailingDot ? colon - 1 : colon)], as: UTF8.self)
    }

    /// Whether what follows a host is a port, or nothing.
    private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        return first == UInt8(ascii: ":") && rest.count <= 6 && rest.dropFirst().allSatisfy(\.isDigit)
    }
}
