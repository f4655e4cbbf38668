import MicrohttpdServer
import StructuredDocuments
import TrustModel
import TrustPolicies

/// The entity tags of policy sets, and the conditions of requests that name them (RFC 9110 sections 8.8.3 and 13.1).
///
/// A tag begins with the digest of the document and its files, which determines the set. The tag of the JSON form also has
/// what else determines its bytes. A request may name either.
enum EntityTags {
    /// The tag of the document as it was written.
    static func ofDocument(_ set: PolicySet) -> String { "\"\(set.contentDigest)\"" }

    /// The tag of the JSON form, which depends on the warnings and on the version of the program too.
    static func ofJSON(_ set: PolicySet, version: String) -> String {
        "\"\(set.contentDigest)-\(set.warningsDigest.map { String($0.hex.prefix(16)) } ?? "0")-\(version)\""
    }

    /// The tag of a stored set with a digest.
    static func ofDocument(_ digest: String) -> String { "\"\(digest)\"" }

    /// Returns whether an If-None-Match list contains `*` or the tag, weak or strong (RFC 9110 section 13.1.2).
    static func names(_ tag: String, in list: String) -> Bool {
        list.utf8.split(separator: UInt8(ascii: ",")).contains { item in
            let known = trimmed(item)
            return opaque(known).elementsEqual(opaque(Array(tag.utf8)[...])) || known.elementsEqual("*".utf8)
        }
    }

    /// Returns a tag without the mark of a weak one.
    private static func opaque(_ tag: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        tag.starts(with: "W/".utf8) ? tag.dropFirst(2) : tag
    }

    /// Reads the only condition of a request that changes a set.
    ///
    /// - Throws: ``Problem`` if there is none or more than one, or if it cannot hold.
    static func precondition(_ head: HTTPRequestHead) throws(Problem) -> PolicyWriter.Precondition {
        let (match, noneMatch) = (head.headers.values("If-Match"), head.headers.values("If-None-Match"))
        switch (match.isEmpty, noneMatch.isEmpty) {
        case (true, true):
            throw Problem(
                .preconditionRequired,
                "Send If-Match with the ETag of the policy set, or If-None-Match: * for one that does not exist."
            )
        case (false, false): throw Problem(.invalidRequest, "Send either If-Match or If-None-Match, not both.")
        case (true, false):
            guard noneMatch == ["*"] else {
                throw Problem(
                    .invalidRequest,
                    "If-None-Match of a change can only be *: expected that the set is absent."
                )
            }
            return .absent
        case (false, true):
            let items = match.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")).map(trimmed) }
            if items.count == 1, items[0].elementsEqual("*".utf8) { return .present }
            return .tags(items.compactMap(digest))
        }
    }

    /// Returns the digest in a strong tag; nil for a weak tag, which never satisfies If-Match (RFC 9110 section 13.1.1).
    private static func digest(_ item: ArraySlice<UInt8>) -> String? {
        guard item.count >= 2, item.first == UInt8(ascii: "\""), item.last == UInt8(ascii: "\"") else { return nil }
        return String(decoding: item.dropFirst().dropLast().prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self)
    }

    private static func trimmed(_ item: Substring.UTF8View) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let bytes = Array(item.drop(while: isSpace))
        return bytes.prefix((bytes.lastIndex { !isSpace($0) } ?? -1) + 1)
    }
}
