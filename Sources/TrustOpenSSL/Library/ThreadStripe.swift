import Glibc

/// An index of a striped collection, which reduces lock contention; each thread always has the same index.
enum ThreadStripe {
    private static let bits: UInt64 = 4
    static let count = 1 << bits

    /// The stripe of the calling thread, from 0.
    ///
    /// Thread addresses are not random. Multiplication by 2⁶⁴ divided by the golden ratio distributes the high bits
    /// evenly (Knuth, The Art of Computer Programming, volume 3, section 6.4).
    static var current: Int {
        Int((UInt64(pthread_self()) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
    }
}
