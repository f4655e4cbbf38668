package import TrustModel

/// The library adapters for evaluations, provided by the composition root.
package struct EvaluationPorts: Sendable {
    /// Verifies the signatures of certificates.
    package var signatures: any SignatureVerifying
    /// Verifies the signatures of revocation evidence.
    package var evidence: any RevocationEvidenceVerifying
    /// Reads and verifies certificate timestamps.
    package var timestamps: any TimestampVerifying
    /// Identifies public suffixes, directly below which wildcards are not allowed.
    package var publicSuffixes: any PublicSuffixes

    /// Creates ports from adapters.
    package init(
        signatures: any SignatureVerifying,
        evidence: any RevocationEvidenceVerifying,
        timestamps: any TimestampVerifying,
        publicSuffixes: any PublicSuffixes
    ) {
        self.signatures = signatures
        self.evidence = evidence
        self.timestamps = timestamps
        self.publicSuffixes = publicSuffixes
    }
}
