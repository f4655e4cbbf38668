import COpenSSL
import COpenSSLShims

/// The OpenSSL secure heap, from which OpenSSL allocates the private numbers of keys (OPENSSL_secure_malloc(3)).
///
/// It protects the private exponent, primes and CRT coefficients of RSA keys, the private scalars of EC keys, and the
/// seeds of Ed25519 keys. Their pages are not in core dumps, are between guard pages, and are locked in memory if
/// RLIMIT_MEMLOCK allows it. OpenSSL overwrites them when it frees a key.
///
/// It does not protect copies in the ordinary heap. OpenSSL's decoder frees a copy of the DER without overwriting it.
/// Numbers that OpenSSL computes once from the primes of RSA keys are overwritten when the key is freed. Disabled dumps
/// of the process cover these copies.
package enum SecureHeap {
    /// The protection of the secure heap.
    package enum Protection: String, Sendable {
        /// Its pages are locked in memory.
        case locked
        /// Its pages can be written to swap space, because RLIMIT_MEMLOCK is too low.
        case unlocked
        /// Private keys are in the ordinary heap, because memory is exhausted.
        case unavailable
    }

    /// The size in bytes: enough for 400 RSA keys of 4096 bits, or for 800 of 2048 bits.
    private static let size = 1 << 20
    /// The size of the smallest allocation in bytes.
    private static let smallest = 16

    /// The protection; the first access creates the heap, which exists until the process exits.
    package static let protection: Protection =
        switch copensslshims_secure_malloc_init(size, smallest) {
        case 1: .locked
        case 2: .unlocked
        default: .unavailable
        }

    /// The number of bytes in use.
    static var used: Int { CRYPTO_secure_used() }

    /// Whether the largest supported key may not fit, so that a failure to decode a key proves no defect of the key.
    static var isNearlyFull: Bool { used > size - 32768 }
}
