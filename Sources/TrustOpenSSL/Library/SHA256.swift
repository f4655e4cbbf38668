import COpenSSL
package import TrustModel

/// SHA-256 of bytes.
package enum SHA256 {
    /// Returns the digest of bytes.
    package static func fingerprint(of bytes: ArraySlice<UInt8>) -> Fingerprint {
        let digest = unsafe bytes.withUnsafeBufferPointer { unsafe MessageDigest.sha256?.digest(of: $0) }
        guard let digest, let fingerprint = Fingerprint(digest) else {
            // OpenSSL 3 always has SHA-256, so the cause is exhausted memory, which makes Swift's allocations trap too.
            preconditionFailure("OpenSSL cannot compute SHA-256")
        }
        return fingerprint
    }
}
