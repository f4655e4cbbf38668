import TrustModel

/// The certificates of one source, unique, indexed for path building and caches.
struct CertificateIndex: Sendable {
    /// The certificates, sorted by fingerprint and unique.
    let certificates: [Certificate]
    let trustSettings: TrustSettingsSource
    /// The digests of the certificates, then of the trust settings; document revisions depend on these digests.
    let contentDigests: [Fingerprint]
    private let bySubject: [DistinguishedName: Namesakes]
    private let fingerprints: Set<Fingerprint>

    /// Indexes certificates in any order; removes duplicates, but keeps their trust settings.
    init(_ certificates: [Certificate], source: String) {
        let unique = Set(certificates).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
        self.certificates = unique
        trustSettings = TrustSettingsSource(name: source, certificates)
        bySubject = Dictionary(grouping: unique, by: \.facts.subject).mapValues(Namesakes.init)
        fingerprints = Set(unique.map(\.facts.fingerprint))
        contentDigests = unique.map(\.facts.fingerprint) + trustSettings.digests
    }

    /// Whether the index contains a certificate, byte for byte.
    func contains(_ certificate: Certificate) -> Bool {
        fingerprints.contains(certificate.facts.fingerprint)
    }

    /// Returns the certificates with a subject; nil if there is none.
    func namesakes(_ subject: DistinguishedName) -> Namesakes? {
        bySubject[subject]
    }

    /// Returns the certificates with a subject, sorted by fingerprint.
    func certificates(named subject: DistinguishedName) -> [Certificate] {
        bySubject[subject]?.certificates ?? []
    }
}
