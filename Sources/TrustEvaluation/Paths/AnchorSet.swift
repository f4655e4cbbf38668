package import TrustModel

/// The certificates that a path may end in, indexed; parsed once and shared by all evaluations under a snapshot.
package final class AnchorSet: Sendable {
    /// Whose anchors these are, for people: `system`, or where the policy found them.
    package let name: String
    /// Sorted by fingerprint, each once.
    package let certificates: [Certificate]
    private let bySubject: [DistinguishedName: [Certificate]]
    private let fingerprints: Set<Fingerprint>

    /// Takes certificates in any order; duplicates count once.
    package init(name: String, certificates: [Certificate]) {
        self.name = name
        let unique = Set(certificates).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
        self.certificates = unique
        bySubject = Dictionary(grouping: unique, by: \.facts.subject)
        fingerprints = Set(unique.map(\.facts.fingerprint))
    }

    /// Whether a certificate is itself an anchor, byte for byte.
    package func contains(_ certificate: Certificate) -> Bool {
        fingerprints.contains(certificate.facts.fingerprint)
    }

    /// The anchors with a subject, by fingerprint.
    package func certificates(named subject: DistinguishedName) -> [Certificate] {
        bySubject[subject] ?? []
    }
}
