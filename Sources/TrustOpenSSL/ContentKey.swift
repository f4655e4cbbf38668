import Glibc

/// A cache key of bytes, hashed and compared as one block, which is faster than octet by octet.
struct ContentKey: Hashable, Sendable {
    let bytes: [UInt8]

    static func == (left: ContentKey, right: ContentKey) -> Bool {
        let count = left.bytes.count
        guard count == right.bytes.count else { return false }
        return unsafe left.bytes.withUnsafeBytes { left in
            unsafe right.bytes.withUnsafeBytes { right in
                // memcmp requires valid pointers even for zero bytes.
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe memcmp(left, right, count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
