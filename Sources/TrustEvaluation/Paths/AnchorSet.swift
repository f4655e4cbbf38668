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
    /// Sorted by fingerprint, each once.
    package let certificates: [Certificate]
    private let owner: Owner
    private let bySubject: [DistinguishedName: [Certificate]]
    private let fingerprints: Set<Fingerprint>
    /// The last second before each change of validity, sorted.
    private let lastSeconds: [Instant]

    /// Takes certificates in any order; duplicates count once.
    package init(name: String, certificates: [Certificate], owner: Owner = .policy(besides: nil)) {
        self.name = name
        self.owner = owner
        let unique = Set(certificates).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
        self.certificates = unique
        bySubject = Dictionary(grouping: unique, by: \.facts.subject)
        fingerprints = Set(unique.map(\.facts.fingerprint))
        lastSeconds = unique.flatMap { anchor in
            [anchor.facts.notBefore?.adding(seconds: -1), anchor.facts.notAfter].compactMap(\.self)
        }
        .sorted()
    }

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
        fingerprints.contains(certificate.facts.fingerprint)
    }

    /// The last second, from one on, before an anchor becomes valid or ceases to be; nil where none ever does.
    func lastStableSecond(from first: Instant) -> Instant? {
        let index = lastSeconds.firstSorted { $0 >= first }
        return index < lastSeconds.count ? lastSeconds[index] : nil
    }

    /// The anchors with a subject, by fingerprint.
    package func certificates(named subject: DistinguishedName) -> [Certificate] {
        bySubject[subject] ?? []
    }
}
