package import TrustModel

/// What evaluations need of libraries; given by the composition root.
package struct EvaluationPorts: Sendable {
    /// Verifies the signatures of certificates.
    package var signatures: any SignatureVerifying
    /// Checks the signatures of revocation evidence.
    package var evidence: any RevocationEvidenceVerifying
    /// Knows the names that no wildcard stands directly under.
    package var publicSuffixes: any PublicSuffixes

    /// Takes the adapters.
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
