import MicrohttpdServer
import TrustModel

/// Keeps browsers out: a web page must not reach the service by a name of its own (DNS rebinding) or across origins.
///
/// The Host header may be an IP address, `localhost`, or a configured name: a page that rebinds a DNS name has that name
/// there. Clients on a Unix socket have no such header to speak of and may send any. An Origin header is sent by browsers
/// only, and must be this very service.
enum RequestGuard {
    static func check(_ head: HTTPRequestHead, allowedHosts: Set<String>) throws(Problem) {
        let host = head.headers["Host"]
        if case .ip = head.peer, let host, !isAllowed(host, allowedHosts) {
            throw Problem(.foreignHost, "The Host header names \(host), which is not a name of this service.")
        }
        if let origin = head.headers["Origin"], origin.lowercased() != "http://\(host?.lowercased() ?? "")" {
            throw Problem(.foreignOrigin, "The Origin header names \(origin), which is not this service.")
        }
    }

    private static func isAllowed(_ header: String, _ allowedHosts: Set<String>) -> Bool {
        guard let host = hostWithoutPort(header) else { return false }
        return host == "localhost" || IPAddress(host) != nil || allowedHosts.contains(host)
    }

    /// The host of a Host header in lower case, without port, brackets and trailing dot; nil where it is malformed.
    private static func hostWithoutPort(_ header: String) -> String? {
        if header.hasPrefix("[") {
            guard let end = header.firstIndex(of: "]") else { return nil }
            let rest = header[header.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return header[header.index(after: header.startIndex)..<end].lowercased()
        }
        let colon = header.firstIndex(of: ":") ?? header.endIndex
        guard colon == header.endIndex || isPort(header[colon...]) else { return nil }
        let host = header[..<colon].lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.dropFirst().utf8.allSatisfy { $0 >= 48 && $0 <= 57 } && text.utf8.count <= 6
    }
}
