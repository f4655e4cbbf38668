package import TrustEvaluation
package import TrustModel

/// Verifies the signatures of certificates with OpenSSL.
package final class OpenSSLSignatureVerifier: SignatureVerifying {
    private let signatures: SignatureCache

    /// Initializes OpenSSL; returns nil only if memory is exhausted.
    ///
    /// By default, no results are cached.
    package init?(signatures: SignatureCache = SignatureCache(entries: 0)) {
        guard LibraryContext.isComplete else { return nil }
        self.signatures = signatures
    }

    /// Checks a signature, or returns the cached result.
    package func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        guard let subject = certificate.openSSL, let signer = issuer.openSSL else { return false }
        return try signatures.isSigned(certificate, by: issuer) { () throws(LibraryFailure) in
            defer { OpenSSLError.clear() }
            return try signer.key.hasSigned(subject.signedPart, of: certificate.der)
        }
    }

    /// Distinguishes an unsupported algorithm, one that the library lacks, a key that cannot be decoded, and a wrong signature.
    package func defect(of certificate: Certificate, signedBy issuer: Certificate) -> SignatureDefect {
        let algorithm = certificate.facts.signatureAlgorithm.algorithm
        if let postQuantum = PostQuantumAlgorithm(algorithm) {
            guard (try? SupportedSignatures.has(postQuantum)) ?? true else {
                return .missingAlgorithm(library: SupportedSignatures.library)
            }
        } else if !SupportedSignatures.contains(algorithm) {
            return Self.ecdsaWithSHA3.contains(algorithm)
                ? .missingAlgorithm(library: SupportedSignatures.library) : .unsupportedAlgorithm
        }
        // Do not decode a key whose type does not match the signature: the evaluation never decodes such keys.
        guard issuer.facts.publicKey.mayHaveSigned(by: algorithm) else { return .wrong }
        if let limit = issuer.facts.publicKey.exceededLimit { return .unusableKey(limit: limit) }
        do {
            return try issuer.openSSL?.key.decoded() == nil ? .unusableKey(limit: nil) : .wrong
        } catch {
            return .wrong
        }
    }

    /// The algorithms that OpenSSL 3.0 lacks for certificates (NIST's Computer Security Objects Register).
    private static let ecdsaWithSHA3 = (9...12).map { OID(2, 16, 840, 1, 101, 3, 4, 3, $0) }

    /// Completes DSA keys that inherit parameters: OpenSSL 3 cannot decode DSA keys without parameters.
    package func completingKeys(of certificates: [Certificate]) -> [Certificate] {
        InheritedParameters.complete(certificates)
    }
}
