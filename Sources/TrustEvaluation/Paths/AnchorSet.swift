package import TrustModel

/// An indexed set of trust anchors, parsed once and shared by all evaluations under a snapshot.
package final class AnchorSet: Sendable {
    /// The origin of the anchors.
    package enum Owner: Sendable {
        case system
        /// A policy; anchors that are also in the given system trust store are identified as system roots.
        case policy(systemRoots: AnchorSet?)

        /// Returns the owner of a policy's anchors, with the system trust store if the policy's other sets include it.
        static func policy(among others: [AnchorSet]) -> Owner {
            .policy(systemRoots: others.lazy.compactMap(\.system).first)
        }
    }

    /// The name for messages: `system`, or the policy that the anchors come from.
    package let name: String
    /// The constraints on system anchors; nil without constraints, and for anchors of a policy.
    package let constraints: AnchorConstraints?
    private let owner: Owner
    private let index: CertificateIndex

    /// Creates a set from certificates in any order; removes duplicates, but keeps their trust settings.
    package init(
        name: String,
        certificates: [Certificate],
        owner: Owner = .policy(systemRoots: nil),
        constraints: AnchorConstraints? = nil
    ) {
        self.name = name
        self.owner = owner
        self.constraints = constraints
        index = CertificateIndex(certificates, source: "the anchors of \(name)")
    }

    /// The anchors, sorted by fingerprint and unique.
    package var certificates: [Certificate] { index.certificates }

    var trustSettings: TrustSettingsSource { index.trustSettings }

    /// The digests of the anchors, their trust settings and their constraints; document revisions depend on these digests.
    package var contentDigests: [Fingerprint] { index.contentDigests + (constraints?.digests ?? []) }

    /// Whether the set is the system trust store.
    package var isSystem: Bool {
        if case .system = owner { true } else { false }
    }

    /// Whether an anchor is also in the system trust store.
    package func isSystemRoot(_ anchor: Certificate) -> Bool {
        system?.contains(anchor) ?? false
    }

    /// The system trust store: this set, or the set that the owner contains; nil if there is none.
    private var system: AnchorSet? {
        switch owner {
        case .system: self
        case .policy(let system): system
        }
    }

    /// Whether a certificate is byte for byte equal to an anchor.
    package func contains(_ certificate: Certificate) -> Bool {
        index.contains(certificate)
    }

    func namesakes(_ subject: DistinguishedName) -> Namesakes? { index.namesakes(subject) }

    /// Returns the anchors with a subject, sorted by fingerprint.
    package func certificates(named subject: DistinguishedName) -> [Certificate] {
        index.certificates(named: subject)
    }
}
