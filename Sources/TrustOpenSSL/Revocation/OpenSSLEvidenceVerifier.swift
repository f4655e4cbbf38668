import COpenSSL
package import TrustEvaluation
package import TrustModel

/// Checks the signatures of CRLs and OCSP responses over the received bytes, without OpenSSL's parsers.
///
/// A successful check is recorded in the CRL or response, so that it is not repeated.
package struct OpenSSLEvidenceVerifier: RevocationEvidenceVerifying {
    /// Creates a stateless verifier.
    package init() {}

    /// Checks the signature of a CRL.
    package func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        try isSigned(list.signedPart, of: list.der, list.verifiedKeys, by: issuer)
    }

    /// Checks the signature of an OCSP response; false for a response without a basic response.
    package func isSigned(_ response: OCSPResponse, by signer: Certificate) throws(LibraryFailure) -> Bool {
        guard let answer = response.answer else { return false }
        return try isSigned(answer.signedPart, of: response.der, response.verifiedKeys, by: signer)
    }

    private func isSigned(
        _ part: SignedPart,
        of der: [UInt8],
        _ verified: (any SignatureRecord)?,
        by signer: Certificate
    ) throws(LibraryFailure) -> Bool {
        guard let handle = signer.openSSL else { return false }
        if let verified, verified.contains(keyOf: signer) { return true }
        defer { OpenSSLError.clear() }
        let isSigned = try handle.key.hasSigned(part, of: der, digest: (verified as? VerifiedKeys)?.digest)
        if isSigned { verified?.insert(keyOf: signer) }
        return isSigned
    }

    /// Fetches the algorithm by its name.
    package func library(without algorithm: PostQuantumAlgorithm) -> String? {
        (try? SupportedSignatures.has(algorithm)) ?? true ? nil : SupportedSignatures.library
    }

    /// Computes a digest; nil for an unsupported algorithm.
    package func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]? {
        unsafe bytes.withUnsafeBufferPointer { unsafe Self.digest($0, algorithm) }
    }

    /// Computes the digest of the octets in the key's BIT STRING.
    package func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]? {
        guard let handle = certificate.openSSL, let bits = handle.key.bits else { return nil }
        return unsafe bits.withUnsafeBufferPointer { unsafe Self.digest($0, algorithm) }
    }

    private static func digest(_ bytes: UnsafeBufferPointer<UInt8>, _ algorithm: OID) -> [UInt8]? {
        let type: OpaquePointer? =
            switch algorithm {
            case .sha1: unsafe EVP_sha1()
            case .sha256: unsafe EVP_sha256()
            case .sha384: unsafe EVP_sha384()
            case .sha512: unsafe EVP_sha512()
            default: nil
            }
        guard let type = unsafe type else { return nil }
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var length: UInt32 = 0
            let result = unsafe EVP_Digest(bytes.baseAddress, bytes.count, buffer.baseAddress, &length, type, nil)
            count = result == 1 ? Int(length) : 0
        }
        return digest.isEmpty ? nil : digest
    }
}
