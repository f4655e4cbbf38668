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

extension APIContext {
    /// The statistics of the remembered verdicts, and of the responses of repeated requests before them.
    var verdictFigures: CacheFigures {
        var figures = evaluations.decisions.figures
        let answers = answers.figures
        figures.hits += answers.hits
        figures.weight += answers.weight
        return figures
    }
}
