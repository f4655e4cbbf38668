import MicrohttpdServer
import StructuredDocuments
import TrustModel

/// Rejects requests that web pages send, by DNS rebinding or across origins.
///
/// Web pages can post forms without a preflight request, so only these checks stop them.
///
/// The Host header must be an IP address, `localhost` or a configured name; after DNS rebinding, it names the host of
/// the web page. Over a Unix socket, the Host header is not checked. Only browsers send an Origin header, and it must
/// name this service. Browsers send both headers in ASCII; other text is rejected. Newer browsers also send
/// Sec-Fetch-Site, even with requests that have no Origin header, such as those for images and links. A link to the console
/// may be on any page, since the console has no data; the data that its page asks for has the origin of this service.
enum RequestGuard {
    static func check(_ head: HTTPRequestHead, allowedHosts: Set<String>) throws(Problem) {
        let host = head.headers["Host"]
        if case .ip = head.peer, let host, !isAllowed(host, allowedHosts) {
            let shown = QuotedText.excerpt(host)
            throw Problem(.foreignHost, "The Host header names \(shown), which is not one of `allowedHosts`.")
        }
        if let origin = head.headers["Origin"], !isOwn(origin, host: host ?? "") {
            let shown = QuotedText.excerpt(origin)
            throw Problem(.foreignOrigin, "The Origin header names \(shown), which is not the origin of this service.")
        }
        for site in head.headers.values("Sec-Fetch-Site")
        where !ownSites.contains(where: site.hasSameBytes) && !isLinkToConsole(head) {
            let shown = QuotedText.excerpt(site)
            throw Problem(
                .foreignOrigin,
                "The Sec-Fetch-Site header is \(shown): a page of another origin caused the request."
            )
        }
    }

    /// The Sec-Fetch-Site of pages of this service, and of addresses that a user entered (W3C Fetch Metadata).
    private static let ownSites = ["same-origin", "none"]

    /// Returns whether a browser opens the console in a window, not in a frame or as a part of another page.
    private static func isLinkToConsole(_ head: HTTPRequestHead) -> Bool {
        ["GET", "HEAD"].contains(where: head.method.hasSameBytes)
            && (head.path.hasSameBytes(as: "/") || head.path.hasPrefix(ConsoleHandler.prefix))
            && head.headers.values("Sec-Fetch-Mode") == ["navigate"]
            && head.headers.values("Sec-Fetch-Dest") == ["document"]
    }

    private static func isOwn(_ origin: String, host: String) -> Bool {
        // Behind a proxy with TLS, the console has an origin with https.
        ["http://", "https://"].contains { scheme in
            let own = Array(scheme.utf8) + host.utf8
            return origin.utf8.count == own.count
                && zip(origin.utf8, own).allSatisfy { $0 < 0x80 && $0.lowercasedASCII == $1.lowercasedASCII }
        }
    }

    private static func isAllowed(_ header: String, _ allowedHosts: Set<String>) -> Bool {
        guard let host = hostWithoutPort(header) else { return false }
        return host == "localhost" || IPAddress(host) != nil || allowedHosts.contains(host)
    }

    /// The maximum length of a Host header: a name of 253 characters, a trailing dot and a port.
    private static let maximumBytes = 260

    /// Returns the host of a Host header in lower case, without port, brackets and trailing dot; nil if malformed.
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

    /// Returns whether the text after a host is empty or a port.
    private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        return first == UInt8(ascii: ":") && rest.count <= 6 && rest.dropFirst().allSatisfy(\.isDigit)
    }
}
