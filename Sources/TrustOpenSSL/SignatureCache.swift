package import BoundedCache
import TrustEvaluation
import TrustModel

/// A cache of successful and failed signature checks, by issuer key and certificate.
///
/// Results never change, so entries do not expire.
package struct SignatureCache: Sendable {
    /// A certificate and the key of its presumed issuer.
    package struct Key: Hashable, Sendable {
        private let issuerKey: Fingerprint
        private let certificate: Fingerprint

        /// Creates a cache key; nil if the issuer's public key inherits parameters, which its digest does not cover.
        init?(_ certificate: Certificate, by issuer: Certificate) {
            guard issuer.facts.publicKey.parametersFrom == nil else { return nil }
            issuerKey = issuer.facts.publicKeyFingerprint
            self.certificate = certificate.facts.fingerprint
        }
    }

    private let cache: SharedCache<Key, Bool>

    /// Creates an empty cache; with 0 entries, nothing is cached.
    package init(entries: Int) {
        cache = SharedCache(capacity: entries)
    }

    /// The statistics of the cache.
    package var figures: CacheFigures { cache.figures }

    /// Returns whether a certificate is signed with the issuer's key; calls `check` only if the result is not cached.
    func isSigned(
        _ certificate: Certificate,
        by issuer: Certificate,
        check: () throws(LibraryFailure) -> Bool
    ) throws(LibraryFailure) -> Bool {
        guard let key = Key(certificate, by: issuer) else { return try check() }
        if let known = cache.value(for: key) { return known }
        // A library failure is not a result, and is not cached.
        let isSigned = try check()
        cache.insert(isSigned, for: key)
        return isSigned
    }
}
