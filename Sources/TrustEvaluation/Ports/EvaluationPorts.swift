package import TrustModel

/// What evaluations need of libraries; given by the composition root.
package struct EvaluationPorts: Sendable {
    /// Checks signatures and validates paths.
    package var paths: any PathValidating
    /// Checks the signatures of revocation evidence.
    package var evidence: any RevocationEvidenceVerifying
    /// Knows the names that no wildcard stands directly under.
    package var publicSuffixes: any PublicSuffixes

    /// Takes the adapters.
    package init(
        paths: any PathValidating,
        evidence: any RevocationEvidenceVerifying,
        publicSuffixes: any PublicSuffixes
    ) {
        self.paths = paths
        self.evidence = evidence
        self.publicSuffixes = publicSuffixes
    }
}
