package import TrustModel

/// What some certificate of a path must be, or whose key it must have.
package struct PinRequirements: Sendable, Hashable {
    /// What pins name.
    package enum Kind: Sendable, Hashable {
        /// Whole certificates, by the SHA-256 of their DER.
        case certificates
        /// Keys, by the SHA-256 of their SubjectPublicKeyInfo.
        case publicKeys
    }

    /// Which certificates of a path may match.
    package enum Scope: String, Sendable, Hashable, CaseIterable {
        case any
        case leaf
        /// Any but the leaf.
        case ca
    }

    /// What happens once the pins have expired.
    package enum OnExpiry: String, Sendable, Hashable, CaseIterable {
        /// Nothing is accepted any more.
        case closed
        /// They are not asked for any more.
        case open
    }

    /// What pins name.
    package var kind: Kind
    /// The digests.
    package var fingerprints: Set<Fingerprint>
    /// Which certificates of a path may match.
    package var scope: Scope
    /// The last second at which the pins count; nil without end.
    package var expires: Instant?
    /// What happens afterwards.
    package var onExpiry: OnExpiry
    /// Whether the policy says that it does without a backup pin.
    package var waivesBackup: Bool
    /// The trust settings of the pins that were given as certificates.
    package var trustSettings = TrustSettingsSource(name: "the pins", [])
    /// Why parts of the pins that cannot be read were left out, each a clause; every verdict repeats the first ones.
    package var unreadable: [String] = []

    /// How many pins there are, and until when, for operators.
    package var summary: String {
        let noun = kind == .certificates ? "certificate" : "key"
        let count = "\(fingerprints.count) pinned \(noun)\(fingerprints.count == 1 ? "" : "s")"
        return count + (expires.map { " until \($0)" } ?? "")
    }

    /// Pins without expiry, matched anywhere in the path.
    package init(
        _ kind: Kind,
        _ fingerprints: Set<Fingerprint>,
        scope: Scope = .any,
        expires: Instant? = nil,
        onExpiry: OnExpiry = .closed,
        waivesBackup: Bool = false
    ) {
        self.kind = kind
        self.fingerprints = fingerprints
        self.scope = scope
        self.expires = expires
        self.onExpiry = onExpiry
        self.waivesBackup = waivesBackup
    }

    /// Pinned certificates without expiry, matched anywhere in the path.
    package init(_ pins: PinnedCertificates) {
        self.init(.certificates, pins.fingerprints)
        trustSettings = pins.trustSettings
    }

    /// Pinned keys without expiry, matched anywhere in the path.
    package init(_ pins: PinnedKeys) {
        self.init(.publicKeys, pins.fingerprints)
        trustSettings = pins.trustSettings
        unreadable = pins.unreadable
    }
}
