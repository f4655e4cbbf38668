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

extension APIContext {
    /// The figures of every cache, by the name that status and metrics call it.
    var cacheFigures: [(name: String, figures: CacheFigures)] {
        let report = caches()
        return [
            ("verdicts", verdicts.figures), ("certificates", report.certificates), ("signatures", report.signatures),
        ]
    }
}
