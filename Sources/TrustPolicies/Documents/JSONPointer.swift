/// Spells places in a document (RFC 6901).
package enum JSONPointer {
    /// The pointer to a member of the mapping at a pointer, `~` and `/` in the key escaped.
    package static func appending(_ key: String, to pointer: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return pointer + "/" + key
        }
        let escaped = key.unicodeScalars.map { scalar in
            switch scalar {
            case "~": "~0"
            case "/": "~1"
            default: String(scalar)
            }
        }
        return pointer + "/" + escaped.joined()
    }
}
