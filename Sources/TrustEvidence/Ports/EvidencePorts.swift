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
    /// Runs the tasks of the fetches, which never take long; nil for the pool of the language.
    let executor: (any TaskExecutor)?
    /// Returns what runs the reading and verifying of a kind of evidence; nil for the executor of the fetches.
    ///
    /// A CRL of a million entries takes a second, for which neither the other fetches nor smaller responses wait.
    let reader: @Sendable (EvidenceNeed.Method) -> (any TaskExecutor)?

    /// Creates the collection of adapters.
    package init(
        fetcher: any EvidenceFetching,
        clock: any EvidenceClock,
        evidence: any RevocationEvidenceReading,
        certificates: any CertificateReading,
        examiner: any EvidenceExamining,
        digests: any RevocationEvidenceVerifying,
        executor: (any TaskExecutor)? = nil,
        reader: @escaping @Sendable (EvidenceNeed.Method) -> (any TaskExecutor)? = { _ in nil }
    ) {
        self.fetcher = fetcher
        self.clock = clock
        self.evidence = evidence
        self.certificates = certificates
        self.examiner = examiner
        self.digests = digests
        self.executor = executor
        self.reader = reader
    }
}
