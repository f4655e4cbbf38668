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
    /// Runs the reading and verifying of a response.
    ///
    /// A CRL of a million entries takes a second, for which neither the thread of the fetcher nor smaller responses wait.
    package let reading: Reading

    /// Runs work for a kind of evidence, on any thread; the work of one kind must not run out of order.
    package typealias Reading = @Sendable (EvidenceNeed.Method, @escaping @Sendable () -> Void) -> Void

    /// Creates the collection of adapters.
    package init(
        fetcher: any EvidenceFetching,
        clock: any EvidenceClock,
        evidence: any RevocationEvidenceReading,
        certificates: any CertificateReading,
        examiner: any EvidenceExamining,
        digests: any RevocationEvidenceVerifying,
        reading: @escaping Reading = { _, work in work() }
    ) {
        self.fetcher = fetcher
        self.clock = clock
        self.evidence = evidence
        self.certificates = certificates
        self.examiner = examiner
        self.digests = digests
        self.reading = reading
    }
}
