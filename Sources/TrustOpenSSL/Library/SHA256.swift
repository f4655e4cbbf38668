import COpenSSL
package import TrustModel

/// SHA-256 of bytes.
package enum SHA256 {
    /// The digest of a range of bytes.
    package static func fingerprint(of bytes: ArraySlice<UInt8>) -> Fingerprint {
        let digest = unsafe bytes.withUnsafeBufferPointer { unsafe MessageDigest.sha256?.digest(of: $0) }
        guard let digest, let fingerprint = Fingerprint(digest) else {
            // SHA-256 is part of every OpenSSL 3 and fails only without memory, as an allocation of our own would.
            preconditionFailure("OpenSSL cannot compute SHA-256")
        }
        return fingerprint
    }
}
