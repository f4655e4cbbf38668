/// A parsed request target (RFC 9112 §3.2).
struct RequestTarget: Equatable {
    /// The percent-decoded path, or "*".
    let path: String
    let query: [HTTPQueryItem]
    /// The authority of a target in absolute form, which overrides Host (RFC 9112 §3.2.2).
    let authority: String?

    /// The maximum number of items in a query.
    ///
    /// libmicrohttpd 0.9.75 stores the items in the connection's memory before any callback. If that memory
    /// is full, libmicrohttpd silently stops reading the head. 64 items take half of the memory added for the response
    /// head.
    static let maximumItems = 64

    static func hasTooManyItems(_ target: String) -> Bool {
        // Most targets are too short for so many items.
        target.utf8.count > maximumItems
            && target.utf8.drop { $0 != UInt8(ascii: "?") }.count { $0 == UInt8(ascii: "&") } >= maximumItems
    }

    /// Parses a target in origin form, absolute form or, for OPTIONS, asterisk form.
    ///
    /// A target with the literal prefix is not parsed: it is the path, and there is no query.
    init(_ target: String, method: String, literalPrefix: String? = nil) throws(HTTPFailure) {
        if let literalPrefix, target.utf8.starts(with: literalPrefix.utf8) {
            (path, query, authority) = (target, [], nil)
            return
        }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .malformedRequest("The request target contains a space, a control character or a non-ASCII byte.")
        }
        guard !target.utf8.contains(UInt8(ascii: "#")) else {
            throw .malformedRequest("The request target has a fragment.")
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
            throw .malformedRequest("The request target is neither a path nor an absolute URI.")
        }
        let scheme = target[..<colon].lowercased()
        let rest = target[target.utf8.index(after: colon)...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else {
            throw .malformedRequest("The request target is neither a path nor an absolute http or https URI.")
        }
        let afterSlashes = rest.dropFirst(2)
        let end = afterSlashes.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        let authority = afterSlashes[..<(end ?? afterSlashes.endIndex)]
        guard !authority.isEmpty, !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw .malformedRequest("The request target has no host, or has user information.")
        }
        let origin = end.map { afterSlashes[$0...] } ?? ""
        return (String(authority), origin.utf8.first == UInt8(ascii: "/") ? origin : "/" + origin)
    }

    private static func decodedPath(_ text: Substring) throws(HTTPFailure) -> String {
        let path = try PercentEncoding.decode(text, plusIsSpace: false)
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .malformedRequest("The path contains an encoded control character.")
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
