import COpenSSL
import TrustEvaluation
import TrustModel

/// How the certificates of a path hang together, as OpenSSL's internal_verify would find out.
struct PathLinks {
    /// Leaf first.
    let certificates: [Certificate]
    /// Whether each certificate but the last is signed with the next one's key.
    let areSigned: [Bool]
    /// The time to judge at.
    let instant: Instant

    /// What is wrong with the certificate at a position as a link of the path: X509_V_ERR_… numbers.
    ///
    /// The right to sign is the issuer's fault, so it is told at the issuer's position.
    func errors(at depth: Int, of handles: [X509Handle]) -> [Int32] {
        let facts = certificates[depth].facts
        var errors: [Int32] = []
        if depth > 0, !(facts.extensions.keyUsage?.contains(.keyCertSign) ?? true) {
            errors.append(X509_V_ERR_KEYUSAGE_NO_CERTSIGN)
        }
        // What nobody has found out counts as not signed.
        if depth + 1 < certificates.count, !areSigned.indices.contains(depth) || !areSigned[depth] {
            errors.append(signatureError(facts.signatureAlgorithm.algorithm, at: depth + 1, of: handles))
        }
        switch facts.notBefore {
        case nil: errors.append(X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD)
        case let notBefore? where instant < notBefore: errors.append(X509_V_ERR_CERT_NOT_YET_VALID)
        default: break
        }
        switch facts.notAfter {
        case nil: errors.append(X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD)
        // OpenSSL takes the last second for too late.
        case let notAfter? where instant >= notAfter: errors.append(X509_V_ERR_CERT_HAS_EXPIRED)
        default: break
        }
        return errors
    }

    /// The error for a signature that was not verified; an algorithm that OpenSSL lacks does not show that it is wrong.
    ///
    /// A key of another kind was not used, so it is not decoded here.
    private func signatureError(_ algorithm: OID, at depth: Int, of handles: [X509Handle]) -> Int32 {
        guard SupportedSignatures.contains(algorithm) else { return X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM }
        guard certificates[depth].facts.publicKey.mayHaveSigned(by: algorithm) else {
            return X509_V_ERR_CERT_SIGNATURE_FAILURE
        }
        do {
            return try handles[depth].key.decoded() == nil
                ? X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY : X509_V_ERR_CERT_SIGNATURE_FAILURE
        } catch {
            return X509_V_ERR_CERT_SIGNATURE_FAILURE
        }
    }
}
