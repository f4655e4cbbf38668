import Glibc

/// A cache key of bytes, hashed and compared as one block, which is faster than octet by octet.
///
/// The hash is stored, since a cache needs it several times for each lookup, and for each entry that it evicts.
struct ContentKey: Hashable, Sendable {
    let bytes: [UInt8]
    private let storedHash: Int

    /// Hashes with the process's secret seed, since the author of a certificate chooses the bytes.
    init(bytes: [UInt8]) {
        self.bytes = bytes
        var hasher = Hasher()
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        storedHash = hasher.finalize()
    }

    static func == (left: ContentKey, right: ContentKey) -> Bool {
        let count = left.bytes.count
        guard left.storedHash == right.storedHash, count == right.bytes.count else { return false }
        return unsafe left.bytes.withUnsafeBytes { left in
            unsafe right.bytes.withUnsafeBytes { right in
                // memcmp requires valid pointers even for zero bytes.
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe memcmp(left, right, count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(storedHash)
    }
}
