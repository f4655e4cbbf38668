import Glibc

/// A cache key of bytes, hashed and compared as one block, which is faster than octet by octet.
///
/// The hash is stored, since a cache needs it several times for each lookup, and for each entry that it evicts.
struct ContentKey: Hashable, Sendable {
    let bytes: [UInt8]
    private let storedHash: Int

    init(bytes: [UInt8]) {
        self.bytes = bytes
        storedHash = Self.hash(of: bytes)
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

/// A universal hash: the content is a polynomial modulo a prime number, and the hash is its value at a secret point.
///
/// The author of a certificate chooses the bytes, but does not know the point. For two contents of n bytes, about n / 7 of
/// 2^61 points at most yield the same hash. `Hasher` would be as safe, but takes twice as long.
extension ContentKey {
    private static let prime: UInt64 = (1 << 61) - 1
    /// The point at which the polynomials are evaluated, derived from the process's secret seed.
    private static let point = UInt64(truncatingIfNeeded: Hasher().finalize()) & prime

    /// Returns the value of the polynomial whose coefficients are groups of seven bytes and, as the last one, the length.
    private static func hash(of bytes: [UInt8]) -> Int {
        let point = point
        var hash: UInt64 = 0
        unsafe bytes.withUnsafeBytes { bytes in
            var start = 0
            while bytes.count - start >= 8 {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                hash = product(of: hash + word & 0xFF_FFFF_FFFF_FFFF, point)
                start += 7
            }
            let rest = unsafe bytes[start...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            hash = product(of: hash + rest, point)
        }
        return Int(truncatingIfNeeded: hash + UInt64(bytes.count))
    }

    /// Returns a product modulo the prime, up to 2^61 + 1; the first factor must be less than 2^62.
    private static func product(of factor: UInt64, _ point: UInt64) -> UInt64 {
        // Since 2^61 is congruent to 1, the bits from the 61st on can be added to the others.
        let (high, low) = factor.multipliedFullWidth(by: point)
        let sum = low & prime + (high << 3 | low >> 61)
        return sum & prime + sum >> 61
    }
}
