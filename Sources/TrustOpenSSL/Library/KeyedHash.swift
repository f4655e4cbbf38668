import COpenSSL
package import SecretMemory
package import TrustModel

/// HMAC with SHA-256 (RFC 2104) under one key.
package struct KeyedHash: Sendable {
    /// The length in bytes of the shortest key, that of a digest.
    package static let leastKey = 32

    private let key: SecretBytes

    /// Creates a hash function; nil if the key is too short.
    package init?(key: SecretBytes) {
        guard key.count >= Self.leastKey else { return nil }
        self.key = key
    }

    /// Returns the keyed digest of bytes.
    package func digest(of bytes: [UInt8]) -> Fingerprint {
        var digest = [UInt8](repeating: 0, count: 32)
        var count = 0
        let isDone = key.withSpan { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe digest.withUnsafeMutableBufferPointer { digest in
                        unsafe EVP_Q_mac(
                            nil,
                            "HMAC",
                            nil,
                            "SHA256",
                            nil,
                            key.baseAddress,
                            key.count,
                            bytes.baseAddress,
                            bytes.count,
                            digest.baseAddress,
                            digest.count,
                            &count
                        ) != nil
                    }
                }
            }
        }
        guard isDone, count == digest.count, let fingerprint = Fingerprint(digest) else {
            // OpenSSL 3 always has HMAC, so the cause is exhausted memory, which makes Swift's allocations trap too.
            preconditionFailure("OpenSSL cannot compute HMAC")
        }
        return fingerprint
    }
}
