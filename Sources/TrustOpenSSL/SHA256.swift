import COpenSSL
package import TrustModel

/// SHA-256 of bytes.
package enum SHA256 {
    /// The digest of a range of bytes; nil only where OpenSSL cannot hash, such as without memory.
    package static func fingerprint(of bytes: ArraySlice<UInt8>) -> Fingerprint? {
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
            let result = unsafe bytes.withUnsafeBufferPointer { input in
                unsafe EVP_Digest(input.baseAddress, input.count, buffer.baseAddress, nil, EVP_sha256(), nil)
            }
            count = result == 1 ? buffer.count : 0
        }
        return Fingerprint(digest)
    }
}
