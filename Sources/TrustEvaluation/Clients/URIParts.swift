/// The parts of a URI that are compared with a pattern.
struct URIParts {
    /// The maximum length of a URI in octets, which is that of a SPIFFE ID; a longer URI never matches.
    static let maximumOctets = 2048

    /// The scheme and the authority in lower case, or the whole URI if it has no authority.
    let start: [UInt8]
    let segments: [ArraySlice<UInt8>]

    /// Divides a URI; nil if it is too long, or has no scheme, an empty authority, a query, a fragment or other than visible ASCII
    /// characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumOctets else { return nil }
        let octets = Array(text.utf8)
        guard let colon = octets.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            octets[..<colon].allSatisfy(Self.isSchemeOctet),
            octets.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        else { return nil }
        let rest = octets[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else {
            guard !rest.isEmpty else { return nil }
            start = Self.lowercased(octets[..<colon]) + octets[colon...]
            segments = []
            return
        }
        let slash = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? octets.endIndex
        guard slash > colon + 3 else { return nil }
        start = Self.lowercased(octets[..<slash])
        segments =
            slash == octets.endIndex
            ? [] : octets[(slash + 1)...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    /// The URI with its scheme and authority in lower case (RFC 3986 section 6.2.2.1).
    var normalized: String {
        String(decoding: segments.reduce(start) { $0 + [UInt8(ascii: "/")] + $1 }, as: UTF8.self)
    }

    /// Whether all applications read the scheme and the authority in the same way.
    ///
    /// The authority is a host name without port, user information and percent-encoding. A URI without an authority is not
    /// plain, because its scheme determines the meaning of the rest, such as which letters have a case.
    var hasPlainStart: Bool {
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")), start[colon...].starts(with: "://".utf8) else {
            return false
        }
        let host = start[(colon + 3)...]
        return host.last != HostText.period && HostText.folded(Substring(decoding: host, as: UTF8.self)) != nil
    }

    private static func isSchemeOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "+-.".utf8.contains(octet)
        }
    }

    private static func lowercased(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        octets.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
