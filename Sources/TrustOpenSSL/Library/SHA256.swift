import COpenSSL
package import TrustModel

/// SHA-256 of bytes.
package enum SHA256 {
    /// The digest of a range of bytes.
    package static func fingerprint(of bytes: ArraySlice<UInt8>) -> Fingerprint {
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
            let result = unsafe bytes.withUnsafeBufferPointer { input in
                unsafe EVP_Digest(input.baseAddress, input.count, buffer.baseAddress, nil, EVP_sha256(), nil)
            }
            count = result == 1 ? buffer.count : 0
        }
        guard let fingerprint = Fingerprint(digest) else {
            // SHA-256 is part of every OpenSSL 3 and fails only without memory, as an allocation of our own would.
            preconditionFailure("OpenSSL cannot compute SHA-256")
        }
        return fingerprint
    }
}
