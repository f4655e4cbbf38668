import Glibc

/// Some bytes as a key of a cache: hashed and compared all at once, where an array takes one octet after the other.
struct ContentKey: Hashable, Sendable {
    /// The bytes.
    let bytes: [UInt8]

    static func == (left: ContentKey, right: ContentKey) -> Bool {
        let count = left.bytes.count
        guard count == right.bytes.count else { return false }
        return unsafe left.bytes.withUnsafeBytes { left in
            unsafe right.bytes.withUnsafeBytes { right in
                // memcmp takes no null pointers, not even of no bytes.
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe memcmp(left, right, count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
