package import BoundedCache

/// How the caches below the API are doing.
package struct CacheReport: Sendable {
    /// Parsed certificates; weights are bytes of DER.
    package let certificates: CacheFigures
    /// Checked signatures; weights are entries.
    package let signatures: CacheFigures

    /// Takes the figures of each.
    package init(certificates: CacheFigures, signatures: CacheFigures) {
        self.certificates = certificates
        self.signatures = signatures
    }
}

/// The figures of one cache, as status and metrics tell them.
struct NamedCacheFigures {
    /// What status and metrics call the cache.
    let name: String
    let figures: CacheFigures
    /// How many bytes count against the cache's bound; nil where entries alone are bounded.
    let bytes: Int?
}

extension APIContext {
    /// The figures of every cache.
    var cacheFigures: [NamedCacheFigures] {
        let (verdicts, report) = (verdicts.figures, caches())
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
