package import TrustModel

/// The pinned keys of a policy, resolved when the policy was loaded.
package struct PinnedKeys: Sendable, Hashable {
    /// The SHA-256 of each pinned SubjectPublicKeyInfo.
    package let fingerprints: Set<Fingerprint>
    /// The certificates whose keys are pinned, as far as the pins are specified as certificates.
    let certificates: [Certificate]
    /// The trust settings of the certificates whose keys are pinned; they restrict the certificates, not the keys.
    package let trustSettings: TrustSettingsSource
    /// The reasons why unreadable pins were omitted, as clauses.
    package let unreadable: [String]

    /// Creates pins from key digests, the certificates that contain some of these keys, and reasons for omitted pins.
    package init(
        _ fingerprints: Set<Fingerprint>,
        of certificates: [Certificate] = [],
        unreadable: [String] = []
    ) {
        self.fingerprints = fingerprints
        self.unreadable = unreadable
        self.certificates = certificates
        trustSettings = TrustSettingsSource(name: "the pins", certificates)
    }

    /// Whether nothing is pinned.
    package var isEmpty: Bool { fingerprints.isEmpty }
}
