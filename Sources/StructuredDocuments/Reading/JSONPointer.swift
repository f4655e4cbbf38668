/// Builds JSON pointers (RFC 6901).
package enum JSONPointer {
    /// The reference token from a collection to one of its members.
    enum Step {
        case key(String)
        case index(Int)

        func appended(to pointer: String) -> String {
            switch self {
            case .key(let key): JSONPointer.appending(key, to: pointer)
            case .index(let index): "\(pointer)/\(index)"
            }
        }
    }

    /// Returns the pointer to a member of the mapping at a pointer; escapes `~` and `/` in the key.
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
