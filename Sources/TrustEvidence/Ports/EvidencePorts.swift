package import TrustEvaluation

/// The adapters for gathering evidence, provided by the composition root.
package struct EvidencePorts: Sendable {
    /// Sends HTTP requests.
    package let fetcher: any EvidenceFetching
    /// The clocks, timers and random numbers.
    package let clock: any EvidenceClock
    /// Reads CRLs and OCSP responses.
    package let evidence: any RevocationEvidenceReading
    /// Reads certificates of issuers.
    package let certificates: any CertificateReading
    /// Checks evidence before it is stored.
    package let examiner: any EvidenceExamining
    /// Computes the digests in OCSP requests.
    package let digests: any RevocationEvidenceVerifying

    /// Creates the collection of adapters.
    package init(
        fetcher: any EvidenceFetching,
        clock: any EvidenceClock,
        evidence: any RevocationEvidenceReading,
        certificates: any CertificateReading,
        examiner: any EvidenceExamining,
        digests: any RevocationEvidenceVerifying
    ) {
        self.fetcher = fetcher
        self.clock = clock
        self.evidence = evidence
        self.certificates = certificates
        self.examiner = examiner
        self.digests = digests
    }
}
