/// Spells places in a document (RFC 6901).
package enum JSONPointer {
    /// The way from a collection to one of its members.
    enum Step {
        case key(String)
        case index(Int)

        /// The pointer to the member, given that to the collection.
        func appended(to pointer: String) -> String {
            switch self {
            case .key(let key): JSONPointer.appending(key, to: pointer)
            case .index(let index): "\(pointer)/\(index)"
            }
        }
    }

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
