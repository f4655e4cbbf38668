import COpenSSL
package import TrustEvaluation
package import TrustModel

/// Checks the signatures of evidence over the very bytes that were received, without OpenSSL's own CRL and OCSP parsers.
package struct OpenSSLEvidenceVerifier: RevocationEvidenceVerifying {
    /// A verifier; it has no state.
    package init() {}

    /// Checks one signature by `ASN1_item_verify`.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        try isSigned(list.signedPart, of: list.der, by: issuer)
    }

    /// Checks one signature by `ASN1_item_verify`; false for a response without an answer.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func isSigned(_ response: OCSPResponse, by signer: Certificate) throws(LibraryFailure) -> Bool {
        guard let answer = response.answer else { return false }
        return try isSigned(answer.signedPart, of: response.der, by: signer)
    }

    private func isSigned(
        _ part: SignedPart,
        of der: [UInt8],
        by signer: Certificate
    ) throws(LibraryFailure) -> Bool {
        guard let handle = signer.openSSL else { return false }
        defer { OpenSSLError.clear() }
        return try handle.key.hasSigned(part, of: der)
    }

    /// Digests by OpenSSL.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]? {
        unsafe bytes.withUnsafeBufferPointer { unsafe Self.digest($0, algorithm) }
    }

    /// Digests the octets of the bit string in the key's DER.
    ///
    /// See ``RevocationEvidenceVerifying``.
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
