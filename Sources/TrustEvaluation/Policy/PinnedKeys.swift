package import TrustModel

/// The keys that a policy pins: immutable, resolved when the policy was loaded.
package struct PinnedKeys: Sendable, Hashable {
    /// The SHA-256 of each pinned SubjectPublicKeyInfo.
    package let fingerprints: Set<Fingerprint>
    /// The trust settings of the certificates whose keys are pinned; they restrict the certificates, not the keys.
    package let trustSettings: TrustSettingsSource
    /// Why parts that cannot be read were left out, each a clause.
    package let unreadable: [String]

    /// Takes the digests of keys, the certificates that some of them come from, and why others were left out.
    package init(
        _ fingerprints: Set<Fingerprint>,
        of certificates: [Certificate] = [],
        unreadable: [String] = []
    ) {
        self.fingerprints = fingerprints
        self.unreadable = unreadable
        trustSettings = TrustSettingsSource(name: "the pins", certificates)
    }

    /// Whether nothing is pinned.
    package var isEmpty: Bool { fingerprints.isEmpty }
}
