import COpenSSL
import COpenSSLShims
import TrustEvaluation
package import TrustModel

/// Checks the signatures of evidence over the very bytes that were received, without OpenSSL's own CRL and OCSP parsers.
package struct OpenSSLEvidenceVerifier: RevocationEvidenceVerifying {
    /// A verifier; it has no state.
    package init() {}

    /// Checks one signature by `ASN1_item_verify`.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) -> Bool {
        isSigned(list.signedPart, of: list.der, by: issuer)
    }

    /// Checks one signature by `ASN1_item_verify`; false for a response without an answer.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func isSigned(_ response: OCSPResponse, by signer: Certificate) -> Bool {
        guard let answer = response.answer else { return false }
        return isSigned(answer.signedPart, of: response.der, by: signer)
    }

    private func isSigned(_ part: SignedPart, of der: [UInt8], by signer: Certificate) -> Bool {
        guard let handle = signer.handle as? X509Handle else { return false }
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        guard let input = SignatureInput(part, of: der) else { return false }
        return unsafe handle.withUnsafePublicKey { key in
            guard let key = unsafe key else { return false }
            return unsafe input.isSigned(with: key)
        }
    }

    /// Digests by OpenSSL.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]? {
        unsafe bytes.withUnsafeBufferPointer { unsafe Self.digest($0, algorithm) }
    }

    /// Digests what `X509_get0_pubkey_bitstr` finds.
    ///
    /// See ``RevocationEvidenceVerifying``.
    package func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]? {
        guard let handle = certificate.handle as? X509Handle else { return nil }
        return unsafe handle.withUnsafePointer { pointer in
            guard let bits = unsafe X509_get0_pubkey_bitstr(pointer) else { return nil }
            let octets = unsafe UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(bits),
                count: Int(ASN1_STRING_length(bits))
            )
            return unsafe Self.digest(octets, algorithm)
        }
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

/// What a signature check takes, as OpenSSL holds it.
@safe private struct SignatureInput: ~Copyable {
    private let algorithm: UnsafeMutablePointer<X509_ALGOR>
    /// The signed bytes as a SEQUENCE that OpenSSL writes out again as it stands.
    private let content: UnsafeMutablePointer<ASN1_STRING>
    private let signature: UnsafeMutablePointer<ASN1_STRING>

    /// Copies the parts; nil where OpenSSL cannot read the algorithm or has no memory.
    init?(_ part: SignedPart, of der: [UInt8]) {
        let decoded = unsafe der[part.algorithm].withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_X509_ALGOR(nil, &next, buffer.count)
        }
        guard let algorithm = unsafe decoded else { return nil }
        guard let content = unsafe Self.string(V_ASN1_SEQUENCE, der[part.content]) else {
            unsafe X509_ALGOR_free(algorithm)
            return nil
        }
        guard let signature = unsafe Self.string(V_ASN1_BIT_STRING, der[part.signature]) else {
            unsafe X509_ALGOR_free(algorithm)
            unsafe ASN1_STRING_free(content)
            return nil
        }
        unsafe self.algorithm = algorithm
        unsafe self.content = content
        unsafe self.signature = signature
    }

    private static func string(_ type: Int32, _ bytes: ArraySlice<UInt8>) -> UnsafeMutablePointer<ASN1_STRING>? {
        guard let string = unsafe ASN1_STRING_type_new(type) else { return nil }
        let isSet = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe ASN1_STRING_set(string, buffer.baseAddress, Int32(buffer.count))
        }
        guard isSet == 1 else {
            unsafe ASN1_STRING_free(string)
            return nil
        }
        return unsafe string
    }

    func isSigned(with key: OpaquePointer) -> Bool {
        unsafe ASN1_item_verify(copensslshims_ASN1_SEQUENCE_it(), algorithm, signature, content, key) == 1
    }

    deinit {
        unsafe X509_ALGOR_free(algorithm)
        unsafe ASN1_STRING_free(content)
        unsafe ASN1_STRING_free(signature)
    }
}
