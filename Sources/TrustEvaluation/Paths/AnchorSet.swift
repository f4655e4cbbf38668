package import TrustModel

/// The certificates that a path may end in, indexed; parsed once and shared by all evaluations under a snapshot.
package final class AnchorSet: Sendable {
    /// Who chose the anchors.
    package enum Owner: Sendable {
        /// The operating system.
        case system
        /// A policy; what it has in common with the system's anchors, where they are known, still counts as the system's.
        case policy(besides: AnchorSet?)

        /// A policy that has other anchors too: what these know of the system's anchors counts.
        static func policy(among others: [AnchorSet]) -> Owner {
            .policy(besides: others.lazy.compactMap(\.system).first)
        }
    }

    /// Whose anchors these are, for people: `system`, or where the policy found them.
    package let name: String
    private let owner: Owner
    private let index: CertificateIndex

    /// Takes certificates in any order; of duplicates one is kept, and the trust settings of all.
    package init(name: String, certificates: [Certificate], owner: Owner = .policy(besides: nil)) {
        self.name = name
        self.owner = owner
        index = CertificateIndex(certificates, source: "the anchors of \(name)")
    }

    /// Sorted by fingerprint, each once.
    package var certificates: [Certificate] { index.certificates }

    /// The trust settings that came with the anchors.
    var trustSettings: TrustSettingsSource { index.trustSettings }

    /// Digests of the anchors and of their trust settings, for revisions.
    package var contentDigests: [Fingerprint] { index.contentDigests }

    /// Whether these are the operating system's anchors.
    package var isSystem: Bool {
        if case .system = owner { true } else { false }
    }

    /// Whether an anchor is one of the operating system's, whoever else chose it.
    package func isSystemRoot(_ anchor: Certificate) -> Bool {
        system?.contains(anchor) ?? false
    }

    /// The operating system's anchors, as far as they are known here.
    private var system: AnchorSet? {
        switch owner {
        case .system: self
        case .policy(let system): system
        }
    }

    /// Whether a certificate is itself an anchor, byte for byte.
    package func contains(_ certificate: Certificate) -> Bool {
        index.contains(certificate)
    }

    /// The last second, from one on, before an anchor becomes valid or ceases to be; nil where none ever does.
    func lastStableSecond(from first: Instant) -> Instant? {
        index.lastStableSecond(from: first)
    }

    /// The anchors with a subject, by fingerprint.
    package func certificates(named subject: DistinguishedName) -> [Certificate] {
        index.certificates(named: subject)
    }
}
