import COpenSSL
import Glibc
import TrustModel

/// How the certificates of a path hang together, as OpenSSL's internal_verify would find out.
struct PathLinks {
    /// Whether each certificate but the last is signed with the next one's key.
    let areSigned: [Bool]
    /// The time to judge at.
    let instant: Instant

    /// What is wrong with the certificate at a position as a link of the path: X509_V_ERR_… numbers.
    ///
    /// The right to sign is the issuer's fault, so it is told at the issuer's position.
    func errors(at depth: Int, of path: [X509Handle]) -> [Int32] {
        var errors: [Int32] = []
        if depth > 0, !path[depth].maySignCertificates { errors.append(X509_V_ERR_KEYUSAGE_NO_CERTSIGN) }
        // What nobody has found out counts as not signed.
        if depth + 1 < path.count, !areSigned.indices.contains(depth) || !areSigned[depth] {
            errors.append(
                path[depth + 1].hasUsableKey
                    ? X509_V_ERR_CERT_SIGNATURE_FAILURE : X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY
            )
        }
        return errors + path[depth].timeErrors(at: instant)
    }
}

extension X509Handle {
    /// Whether a key usage, where there is one, allows to sign certificates; true also where OpenSSL cannot read the
    /// extensions, of which it tells by itself.
    fileprivate var maySignCertificates: Bool {
        guard hasReadableExtensions else { return true }
        // Without the extension every bit is set.
        let usage = unsafe withUnsafePointer { unsafe X509_get_key_usage($0) }
        return usage & UInt32(KU_KEY_CERT_SIGN) != 0
    }

    /// Whether OpenSSL could read the key.
    fileprivate var hasUsableKey: Bool {
        unsafe withUnsafePublicKey { unsafe $0 != nil }
    }

    /// What OpenSSL finds wrong with the validity at a time; its end is exclusive.
    fileprivate func timeErrors(at instant: Instant) -> [Int32] {
        var time = time_t(instant.secondsSince1970)
        return unsafe withUnsafePointer { certificate in
            var errors: [Int32] = []
            switch unsafe X509_cmp_time(X509_get0_notBefore(certificate), &time) {
            case 0: errors.append(X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD)
            case 1...: errors.append(X509_V_ERR_CERT_NOT_YET_VALID)
            default: break
            }
            switch unsafe X509_cmp_time(X509_get0_notAfter(certificate), &time) {
            case 0: errors.append(X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD)
            case ..<0: errors.append(X509_V_ERR_CERT_HAS_EXPIRED)
            default: break
            }
            return errors
        }
    }
}
