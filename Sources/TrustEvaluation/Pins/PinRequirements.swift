package import TrustModel

/// The certificates or keys that a path must contain.
package struct PinRequirements: Sendable, Hashable {
    /// The kind of pins.
    package enum Kind: Sendable, Hashable {
        /// Whole certificates, by the SHA-256 of their DER.
        case certificates
        /// Keys, by the SHA-256 of their SubjectPublicKeyInfo.
        case publicKeys
    }

    /// The certificates of a path that may match a pin.
    package enum Scope: String, Sendable, Hashable, CaseIterable {
        case any
        case leaf
        /// Any certificate but the leaf.
        case ca
    }

    /// The behavior after the pins have expired.
    package enum OnExpiry: String, Sendable, Hashable, CaseIterable {
        /// No chain is accepted.
        case closed
        /// The pins are ignored.
        case open
    }

    /// The kind of pins.
    package var kind: Kind
    /// The SHA-256 digests of the pinned certificates or keys.
    package var fingerprints: Set<Fingerprint>
    /// The certificates of a path that may match a pin.
    package var scope: Scope
    /// The last second at which the pins are valid; nil if they do not expire.
    package var expires: Instant?
    /// The behavior after the pins have expired.
    package var onExpiry: OnExpiry
    /// Whether the policy explicitly waives a backup pin.
    package var waivesBackup: Bool
    /// The pins specified as certificates, which can explain a missing issuer.
    package var certificates: [Certificate] = []
    /// The trust settings of pins specified as certificates.
    package var trustSettings = TrustSettingsSource(name: "the pins", [])
    /// The reasons why unreadable pins were omitted, as clauses; every verdict contains the first few.
    package var unreadable: [String] = []

    /// The number of pins, their expiration and what follows it, for operators.
    package var summary: String {
        let noun = kind == .certificates ? "certificate" : "key"
        let count = "\(fingerprints.count) pinned \(noun)\(fingerprints.count == 1 ? "" : "s")"
        let after = onExpiry == .open ? "then ignored" : "then denied"
        return count + (expires.map { " until \($0), \(after)" } ?? "")
    }

    /// Creates pins that by default may match any certificate of the path and do not expire.
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

    /// Creates requirements for pinned certificates anywhere in the path, without expiration.
    package init(_ pins: PinnedCertificates) {
        self.init(.certificates, pins.fingerprints)
        certificates = pins.certificates
        trustSettings = pins.trustSettings
    }

    /// Creates requirements for pinned keys anywhere in the path, without expiration.
    package init(_ pins: PinnedKeys) {
        self.init(.publicKeys, pins.fingerprints)
        certificates = pins.certificates
        trustSettings = pins.trustSettings
        unreadable = pins.unreadable
    }
}
