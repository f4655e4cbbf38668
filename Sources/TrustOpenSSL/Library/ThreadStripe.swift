import Glibc

/// One of a few parts that what threads use in turn is kept in, so that they seldom meet: one thread always has the same.
enum ThreadStripe {
    private static let bits: UInt64 = 4
    /// How many there are.
    static let count = 1 << bits

    /// The part of the thread that asks, from 0.
    ///
    /// Threads are told apart by addresses, which are far from random; the highest bits of a multiple by 2⁶⁴ divided by the
    /// golden ratio are (Knuth, The Art of Computer Programming, volume 3, section 6.4).
    static var current: Int {
        Int((UInt64(pthread_self()) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
    }
}
