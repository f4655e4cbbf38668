/// A request target taken apart (RFC 9112 §3.2).
struct RequestTarget: Equatable {
    /// The percent-decoded path, or "*".
    let path: String
    /// The decoded query items in order.
    let query: [HTTPQueryItem]
    /// The authority of an absolute-form target, which overrides Host (RFC 9112 §3.2.2).
    let authority: String?

    /// How many items a query may have.
    ///
    /// libmicrohttpd 0.9.75 lists them in the connection's memory before it asks anybody, and where they fill it, the rest of the
    /// head is never read and nobody is told. A list of so many takes half of what is added for the head of the answer.
    static let maximumItems = 64

    /// Whether a target's query has more items than it may have.
    static func hasTooManyItems(_ target: String) -> Bool {
        target.utf8.drop { $0 != UInt8(ascii: "?") }.count { $0 == UInt8(ascii: "&") } >= maximumItems
    }

    /// Takes a target in origin, absolute or (with OPTIONS) asterisk form apart.
    init(_ target: String, method: String) throws(HTTPFailure) {
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .malformedRequest("request target with a space, a control character or a byte that is not ASCII")
        }
        guard !target.utf8.contains(UInt8(ascii: "#")) else {
            throw .malformedRequest("request target with a fragment")
        }
        if target == "*", method == "OPTIONS" {
            (path, query, authority) = ("*", [], nil)
            return
        }
        let (authority, origin) = try RequestTarget.split(target)
        let mark = origin.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = try RequestTarget.decodedPath(origin[..<(mark ?? origin.endIndex)])
        query =
            try mark.map { mark throws(HTTPFailure) in
                try RequestTarget.decodedQuery(origin[origin.utf8.index(after: mark)...])
            } ?? []
        self.authority = authority
    }

    private static func split(_ target: String) throws(HTTPFailure) -> (authority: String?, origin: Substring) {
        if target.utf8.first == UInt8(ascii: "/") { return (nil, target[...]) }
        guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw .malformedRequest("request target is neither a path nor an absolute URI")
        }
        let scheme = target[..<colon].lowercased()
        let rest = target[target.utf8.index(after: colon)...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else {
            throw .malformedRequest("request target is neither a path nor an absolute http URI")
        }
        let afterSlashes = rest.dropFirst(2)
        let end = afterSlashes.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        let authority = afterSlashes[..<(end ?? afterSlashes.endIndex)]
        guard !authority.isEmpty, !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw .malformedRequest("request target without a host, or with user information")
        }
        let origin = end.map { afterSlashes[$0...] } ?? ""
        return (String(authority), origin.utf8.first == UInt8(ascii: "/") ? origin : "/" + origin)
    }

    private static func decodedPath(_ text: Substring) throws(HTTPFailure) -> String {
        let path = try PercentEncoding.decode(text, plusIsSpace: false)
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .malformedRequest("path with an encoded control character")
        }
        return path
    }

    private static func decodedQuery(_ text: Substring) throws(HTTPFailure) -> [HTTPQueryItem] {
        var items: [HTTPQueryItem] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let item = Substring(part)
            let equals = item.utf8.firstIndex(of: UInt8(ascii: "="))
            let value = equals.map { item[item.utf8.index(after: $0)...] } ?? ""
            items.append(
                HTTPQueryItem(
                    name: try PercentEncoding.decode(item[..<(equals ?? item.endIndex)], plusIsSpace: true),
                    value: try PercentEncoding.decode(value, plusIsSpace: true)
                )
            )
        }
        return items
    }
}
