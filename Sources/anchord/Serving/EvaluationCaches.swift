import TrustAPI
import TrustOpenSSL

/// The caches of parsed certificates and verified signatures; they do not affect verdicts.
struct EvaluationCaches: Sendable {
    let certificates: CertificateCache
    let signatures: SignatureCache

    /// Creates empty caches with capacities in entries.
    init(certificates: Int, signatures: Int) {
        self.certificates = CertificateCache(entries: certificates)
        self.signatures = SignatureCache(entries: signatures)
    }

    var report: CacheReport {
        CacheReport(certificates: certificates.figures, signatures: signatures.figures)
    }
}
