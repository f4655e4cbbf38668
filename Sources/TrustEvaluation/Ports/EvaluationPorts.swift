package import TrustModel

/// The adapters of libraries that evaluations use; the composition root provides them.
package struct EvaluationPorts: Sendable {
    /// Verifies the signatures of certificates.
    package var signatures: any SignatureVerifying
    /// Verifies the signatures of revocation evidence.
    package var evidence: any RevocationEvidenceVerifying
    /// Identifies the names below which no wildcard is allowed.
    package var publicSuffixes: any PublicSuffixes

    /// Creates ports from adapters.
    package init(
        signatures: any SignatureVerifying,
        evidence: any RevocationEvidenceVerifying,
        publicSuffixes: any PublicSuffixes
    ) {
        self.signatures = signatures
        self.evidence = evidence
        self.publicSuffixes = publicSuffixes
    }
}
