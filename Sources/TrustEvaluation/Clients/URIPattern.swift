/// A pattern of URIs, such as `spiffe://corp.example/ns/*/sa/billing`.
///
/// `*` is one segment of the path; `**` is any number of segments, and can occur once. The scheme and the authority are
/// compared without regard to the case of ASCII letters, the path exactly (RFC 3986 section 6.2.2.1).
/// ``URIPatternIndex`` compares URIs with patterns.
///
/// A wildcard matches no empty segment, no dot segment, and no segment with other characters than letters, digits and
/// `-._~:@+=`, because applications can interpret these differently. A URI with a query, a fragment or user information
/// never matches.
package struct URIPattern: Sendable, Hashable {
    enum Segment: Hashable {
        case literal([UInt8])
        case any
    }

    /// The scheme and the authority in lower case, or the whole URI if it has no authority.
    let start: [UInt8]
    let head: [Segment]
    /// The segments after `**`; nil if the pattern has no `**`.
    let tail: [Segment]?

    /// Parses a pattern.
    ///
    /// - Throws: ``NamePatternError`` if the text is not an absolute URI, has a query, a fragment, user information,
    ///   percent-encoding, an empty segment or a dot segment, or has a wildcard that is not a whole segment.
    package init(_ text: String) throws(NamePatternError) {
        guard let parts = URIParts(text) else {
            throw NamePatternError(
                "is not a URI such as spiffe://corp.example/billing, of at most \(URIParts.maximumOctets) octets, without query and fragment"
            )
        }
        guard !text.utf8.contains(UInt8(ascii: "%")) else { throw NamePatternError("has percent-encoding") }
        guard !parts.start.contains(UInt8(ascii: "@")) else { throw NamePatternError("has user information") }
        guard !parts.start.contains(UInt8(ascii: "*")) else {
            throw NamePatternError("has a wildcard outside the path: write the scheme and the host in full")
        }
        if let defect = Self.spiffeDefect(parts.start) {
            throw NamePatternError("is not a pattern of SPIFFE IDs: it \(defect)")
        }
        var lists: [[Segment]] = [[]]
        for segment in parts.segments {
            if segment.elementsEqual("**".utf8) {
                lists.append([])
            } else {
                lists[lists.endIndex - 1].append(try Self.segment(segment))
            }
        }
        guard lists.count <= 2 else { throw NamePatternError("has `**` more than once") }
        start = parts.start
        head = lists[0]
        tail = lists.count == 2 ? lists[1] : nil
    }

    /// Returns the reason why a pattern with the scheme `spiffe` matches no SPIFFE ID, as a clause; nil for others.
    ///
    /// Without the trust domain, such a pattern would also not bind the anchors to trust domains.
    private static func spiffeDefect(_ start: [UInt8]) -> String? {
        guard scheme(of: start).elementsEqual("spiffe".utf8) else { return nil }
        let prefix = "spiffe://"
        guard start.starts(with: prefix.utf8) else { return "does not begin with \(prefix)" }
        return TrustDomainBindings.defect(ofDomain: String(decoding: start.dropFirst(prefix.utf8.count), as: UTF8.self))
    }

    private static func segment(_ text: ArraySlice<UInt8>) throws(NamePatternError) -> Segment {
        if text.elementsEqual("*".utf8) { return .any }
        guard !text.contains(UInt8(ascii: "*")) else {
            throw NamePatternError("has a wildcard that is not a whole segment of the path")
        }
        guard !text.isEmpty, !text.elementsEqual(".".utf8), !text.elementsEqual("..".utf8) else {
            throw NamePatternError("has an empty segment or a dot segment")
        }
        return .literal(Array(text))
    }

    /// Whether the pattern is one of SPIFFE IDs.
    var namesSPIFFEIDs: Bool { start.starts(with: "spiffe://".utf8) }

    /// Returns the scheme at the start of a URI.
    static func scheme(of start: [UInt8]) -> ArraySlice<UInt8> { start.prefix { $0 != UInt8(ascii: ":") } }

    /// Whether all applications read a segment in the same way: letters, digits and `-._~:@+=`, but not a dot segment.
    static func isPlain(_ segment: ArraySlice<UInt8>) -> Bool {
        !segment.isEmpty && segment.allSatisfy(isPlainOctet) && !segment.elementsEqual(".".utf8)
            && !segment.elementsEqual("..".utf8)
    }

    private static func isPlainOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._~:@+=".utf8.contains(octet)
        }
    }
}
