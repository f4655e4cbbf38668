package import BoundedCache
import TrustEvaluation
import TrustModel

/// Signatures of certificates that were checked already, true and wrong ones, by the key and the certificate.
///
/// What a key signed does not change, so an entry never grows old.
package struct SignatureCache: Sendable {
    /// Which certificate by whose key.
    package struct Key: Hashable, Sendable {
        private let issuerKey: Fingerprint
        private let certificate: Fingerprint

        /// Nil for a key that another certificate completes, so that its digest does not say it.
        init?(_ certificate: Certificate, by issuer: Certificate) {
            guard issuer.facts.publicKey.parametersFrom == nil else { return nil }
            issuerKey = issuer.facts.publicKeyFingerprint
            self.certificate = certificate.facts.fingerprint
        }
    }

    private let cache: SharedCache<Key, Bool>

    /// Makes an empty cache; one of no entries keeps nothing.
    package init(entries: Int) {
        cache = SharedCache(capacity: entries)
    }

    /// How the cache is doing.
    package var figures: CacheFigures { cache.figures }

    /// Whether a certificate was signed with another's key, found out only where it is not remembered.
    func isSigned(
        _ certificate: Certificate,
        by issuer: Certificate,
        check: () throws(LibraryFailure) -> Bool
    ) throws(LibraryFailure) -> Bool {
        guard let key = Key(certificate, by: issuer) else { return try check() }
        if let known = cache.value(for: key) { return known }
        // A failure is no answer, and is not kept.
        let isSigned = try check()
        cache.insert(isSigned, for: key)
        return isSigned
    }
}
