/// A SPIFFE ID: the ID of a workload, or of a trust domain if it has no path (SPIFFE-ID section 2).
///
/// Only the canonical form is accepted, so that two IDs are equal exactly if their octets are equal.
struct SPIFFEID: Equatable {
    /// The reason why a text is not a SPIFFE ID.
    struct Defect: Error, Equatable {
        /// A clause whose subject is the text, such as `has an empty trust domain`.
        let reason: String
    }

    /// The maximum length in octets (section 2.3).
    static let maximumOctets = 2048
    /// The maximum length of a trust domain in octets (section 2.3).
    static let maximumTrustDomainOctets = 255
    private static let prefix = Array("spiffe://".utf8)

    /// The name of the trust domain, in lower case.
    let trustDomain: String
    /// Whether the ID has a path, and therefore is the ID of a workload.
    let hasPath: Bool

    /// Parses a SPIFFE ID.
    ///
    /// - Throws: ``Defect`` if the text is too long, has another scheme, or contains a trust domain or path that
    ///   sections 2.1 and 2.2 do not allow. User information, ports, percent-encoding, queries and fragments contain
    ///   characters that are not allowed.
    init(_ text: String) throws(Defect) {
        guard text.utf8.count <= Self.maximumOctets else {
            throw Defect(reason: "is longer than \(Self.maximumOctets) octets")
        }
        guard text.utf8.starts(with: Self.prefix) else {
            throw Defect(reason: "does not begin with spiffe:// in lower case")
        }
        let rest = Array(text.utf8.dropFirst(Self.prefix.count))
        // Without a path, there is one part; a trailing slash causes an empty part.
        let parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        try Self.checkTrustDomain(parts[0])
        for segment in parts.dropFirst() { try Self.checkSegment(segment) }
        trustDomain = String(decoding: parts[0], as: UTF8.self)
        hasPath = parts.count > 1
    }

    /// Whether a URI has the scheme `spiffe` in any case, and is therefore meant as a SPIFFE ID.
    static func isIntended(by uri: String) -> Bool {
        uri.utf8.prefix(7).elementsEqual("spiffe:".utf8) { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
    }

    private static func checkTrustDomain(_ name: ArraySlice<UInt8>) throws(Defect) {
        guard !name.isEmpty else { throw Defect(reason: "has an empty trust domain") }
        guard name.count <= maximumTrustDomainOctets else {
            throw Defect(reason: "has a trust domain of more than \(maximumTrustDomainOctets) octets")
        }
        guard name.allSatisfy({ isLowerCaseOrDigit($0) || isPunctuation($0) }) else {
            throw Defect(
                reason:
                    "has a trust domain with a character other than lower-case letters, digits, \".\", \"-\" and \"_\""
            )
        }
    }

    private static func checkSegment(_ segment: ArraySlice<UInt8>) throws(Defect) {
        guard !segment.isEmpty else { throw Defect(reason: "has an empty path segment or a trailing slash") }
        guard !segment.elementsEqual(".".utf8), !segment.elementsEqual("..".utf8) else {
            throw Defect(reason: "has a dot segment in its path")
        }
        guard
            segment.allSatisfy({ octet in
                isLowerCaseOrDigit(octet) || isPunctuation(octet) || (0x41...0x5A).contains(octet)
            })
        else {
            throw Defect(
                reason: "has a path with a character other than letters, digits, \".\", \"-\", \"_\" and \"/\""
            )
        }
    }

    private static func isLowerCaseOrDigit(_ octet: UInt8) -> Bool {
        (0x61...0x7A).contains(octet) || (0x30...0x39).contains(octet)
    }

    private static func isPunctuation(_ octet: UInt8) -> Bool {
        [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(octet)
    }
}
