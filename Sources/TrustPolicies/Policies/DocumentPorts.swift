package import TrustEvaluation
package import TrustModel

/// The library adapters for reading policy documents; supplied by the composition root.
package struct DocumentPorts: Sendable {
    /// Reads trust anchors, the system trust store, intermediates and pins.
    package let certificates: any PinMaterialReading
    /// Reads the CRLs and OCSP responses of policies.
    package let evidence: any RevocationEvidenceReading
    /// Compiles the scripts of policies; nil if scripts are disabled.
    package var scripts: (any TrustScriptCompiling)?
    /// Whether the configuration allows the daemon to fetch evidence; if not, a policy that asks for it is an error.
    package var networkEnabled = false
    /// The maximum length of a CRL in the files of policies, in bytes.
    package var crlBytes = 64 << 20
    /// Reads the keys of logs; nil if log lists are not supported.
    package var logKeys: (any TransparencyKeyReading)?
    /// Converts U-labels in host rules and exceptions.
    package let names: any InternationalizedNames
    /// The public suffixes, which wildcards in host rules must not cover.
    package let suffixes: any PublicSuffixes
    /// Computes the SHA-256 digests for revisions.
    package let sha256: @Sendable ([UInt8]) -> Fingerprint

    /// The wall clock, used only for warnings about expired certificates and for the ends of blocks in requests.
    package let now: @Sendable () -> Instant

    /// Creates the collection of adapters.
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
