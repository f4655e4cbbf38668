import TrustModel

/// Certificates of one source, each once, as path building and caches look them up.
struct CertificateIndex: Sendable {
    /// Sorted by fingerprint, each once.
    let certificates: [Certificate]
    /// The trust settings that came with them.
    let trustSettings: TrustSettingsSource
    /// Digests of everything that the source says, for revisions: certificates, then trust settings.
    let contentDigests: [Fingerprint]
    private let bySubject: [DistinguishedName: [Certificate]]
    private let fingerprints: Set<Fingerprint>
    /// The last second before each change of validity, sorted.
    private let lastSeconds: [Instant]

    /// Takes certificates in any order; of duplicates one is kept, and the trust settings of all.
    init(_ certificates: [Certificate], source: String) {
        let unique = Set(certificates).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
        self.certificates = unique
        trustSettings = TrustSettingsSource(name: source, certificates)
        bySubject = Dictionary(grouping: unique, by: \.facts.subject)
        fingerprints = Set(unique.map(\.facts.fingerprint))
        contentDigests = unique.map(\.facts.fingerprint) + trustSettings.digests
        lastSeconds = unique.flatMap { certificate in
            [certificate.facts.notBefore?.adding(seconds: -1), certificate.facts.notAfter].compactMap(\.self)
        }
        .sorted()
    }

    /// Whether a certificate is one of them, byte for byte.
    func contains(_ certificate: Certificate) -> Bool {
        fingerprints.contains(certificate.facts.fingerprint)
    }

    /// The certificates with a subject, by fingerprint.
    func certificates(named subject: DistinguishedName) -> [Certificate] {
        bySubject[subject] ?? []
    }

    /// The last second, from one on, before a certificate becomes valid or ceases to be; nil where none ever does.
    func lastStableSecond(from first: Instant) -> Instant? {
        let index = lastSeconds.firstSorted { $0 >= first }
        return index < lastSeconds.count ? lastSeconds[index] : nil
    }
}
