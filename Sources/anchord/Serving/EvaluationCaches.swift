import TrustAPI
import TrustOpenSSL

/// What is remembered between requests, so that it need not be found out anew; no verdict depends on it.
struct EvaluationCaches: Sendable {
    /// Parsed certificates.
    let certificates: CertificateCache
    /// Checked signatures.
    let signatures: SignatureCache

    /// Makes empty caches of some numbers of entries.
    init(certificates: Int, signatures: Int) {
        self.certificates = CertificateCache(entries: certificates)
        self.signatures = SignatureCache(entries: signatures)
    }

    /// How they are doing.
    var report: CacheReport {
        CacheReport(certificates: certificates.figures, signatures: signatures.figures)
    }
}
