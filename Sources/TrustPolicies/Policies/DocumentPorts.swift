package import TrustEvaluation
package import TrustModel

/// What reading documents needs of libraries; given by the composition root.
package struct DocumentPorts: Sendable {
    /// Reads trust anchors, those of the system included, and pins.
    package let certificates: any PinMaterialReading
    /// Reads the revocation evidence of policies.
    package let evidence: any RevocationEvidenceReading
    /// Converts U-labels in host rules and exceptions.
    package let names: any InternationalizedNames
    /// Knows the names that no host rule reaches across.
    package let suffixes: any PublicSuffixes
    /// The SHA-256 digest of bytes, for revisions.
    package let sha256: @Sendable ([UInt8]) -> Fingerprint

    /// The wall clock, for warnings of what has expired; nothing that is decided depends on it.
    package let now: @Sendable () -> Instant

    /// Takes the adapters.
    package init(
        certificates: any PinMaterialReading,
        evidence: any RevocationEvidenceReading,
        names: any InternationalizedNames,
        suffixes: any PublicSuffixes,
        sha256: @escaping @Sendable ([UInt8]) -> Fingerprint,
        now: @escaping @Sendable () -> Instant
    ) {
        self.certificates = certificates
        self.evidence = evidence
        self.names = names
        self.suffixes = suffixes
        self.sha256 = sha256
        self.now = now
    }
}
