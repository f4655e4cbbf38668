package import TrustModel

/// The keys that a policy pins: immutable, resolved when the policy was loaded.
package struct PinnedKeys: Sendable, Hashable {
    /// The SHA-256 of each pinned SubjectPublicKeyInfo.
    package let fingerprints: Set<Fingerprint>

    /// Takes the digests.
    package init(_ fingerprints: Set<Fingerprint>) {
        self.fingerprints = fingerprints
    }

    /// Whether nothing is pinned.
    package var isEmpty: Bool { fingerprints.isEmpty }
}
