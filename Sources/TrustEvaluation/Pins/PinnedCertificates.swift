package import TrustModel

/// The pinned certificates of a policy, resolved when the policy was loaded.
package struct PinnedCertificates: Sendable, Hashable {
    /// The pins specified as certificates, each once, in document order; these can become anchors.
    package let certificates: [Certificate]
    /// The SHA-256 of every pin's DER, including the pins in ``certificates``.
    package let fingerprints: Set<Fingerprint>
    /// The trust settings of the pins specified as certificates.
    package let trustSettings: TrustSettingsSource

    /// Creates pins from certificates, ignoring duplicates, and from digests without a certificate.
    package init(certificates: [Certificate], fingerprints: Set<Fingerprint> = []) {
        var known: Set<Fingerprint> = []
        self.certificates = certificates.filter { known.insert($0.facts.fingerprint).inserted }
        self.fingerprints = known.union(fingerprints)
        trustSettings = TrustSettingsSource(name: "the pins", certificates)
    }

    /// The pins specified by digest only, which cannot become anchors.
    package var fingerprintsWithoutCertificate: Set<Fingerprint> {
        fingerprints.subtracting(certificates.map(\.facts.fingerprint))
    }
}
