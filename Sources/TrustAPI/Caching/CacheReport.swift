package import BoundedCache
import TrustService

/// Statistics of the certificate cache and the signature cache.
package struct CacheReport: Sendable {
    /// The cache of parsed certificates; the weight of an entry is at least the length of its DER in bytes.
    package let certificates: CacheFigures
    /// The cache of verified signatures; every entry has the weight 1.
    package let signatures: CacheFigures

    /// Creates a report from the statistics of each cache.
    package init(certificates: CacheFigures, signatures: CacheFigures) {
        self.certificates = certificates
        self.signatures = signatures
    }
}

/// The statistics of one cache, as reported by status and metrics.
struct NamedCacheFigures {
    let name: JSONName
    let figures: CacheFigures
    /// The number of bytes charged to the cache's size limit; nil if only the number of entries is limited.
    let bytes: Int?
}

extension APIContext {
    var cacheFigures: [NamedCacheFigures] {
        let (verdicts, report) = (verdictFigures, caches())
        return [
            NamedCacheFigures(name: "verdicts", figures: verdicts, bytes: verdicts.weight),
            NamedCacheFigures(
                name: "certificates",
                figures: report.certificates,
                bytes: report.certificates.weight
            ),
            NamedCacheFigures(name: "signatures", figures: report.signatures, bytes: nil),
        ]
    }
}

extension APIContext {
    /// The statistics of the remembered verdicts, and of the responses of repeated requests before them.
    private var verdictFigures: CacheFigures {
        var figures = evaluations.decisions.figures
        let answers = answers.figures
        figures.hits += answers.hits
        figures.weight += answers.weight
        return figures
    }
}
