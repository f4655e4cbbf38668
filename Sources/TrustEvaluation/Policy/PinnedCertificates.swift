package import TrustModel

/// The certificates that a policy pins: immutable, resolved when the policy was loaded.
package struct PinnedCertificates: Sendable, Hashable {
    /// The pins that were given as certificates, each once, in the order of the document; these can become anchors.
    package let certificates: [Certificate]
    /// The SHA-256 of the DER of every pin, those of ``certificates`` included.
    package let fingerprints: Set<Fingerprint>
    /// The trust settings of the pins that were given as certificates.
    package let trustSettings: TrustSettingsSource

    /// Takes certificates, of which equal ones count once, and digests that were given without their certificate.
    package init(certificates: [Certificate], fingerprints: Set<Fingerprint> = []) {
        var known: Set<Fingerprint> = []
        self.certificates = certificates.filter { known.insert($0.facts.fingerprint).inserted }
        self.fingerprints = known.union(fingerprints)
        trustSettings = TrustSettingsSource(name: "the pins", certificates)
    }

    /// The pins that were given by digest alone, and so cannot become anchors.
    package var fingerprintsWithoutCertificate: Set<Fingerprint> {
        fingerprints.subtracting(certificates.map(\.facts.fingerprint))
    }
}
