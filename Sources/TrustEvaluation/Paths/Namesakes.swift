import TrustModel

/// The certificates of one source with one subject, found by key identifier and by key.
///
/// Hundreds of trust anchors can have one subject: in many organizations, the CA of every cluster has the same name. A
/// look-up takes the same time for any number of certificates.
struct Namesakes: Sendable {
    /// The largest number of certificates that are searched one by one, without an index.
    private static let maximumUnindexed = 8

    /// The certificates, sorted by fingerprint.
    let certificates: [Certificate]
    /// The certificates by subject key identifier; empty for few certificates.
    private let byIdentifier: [[UInt8]?: [Certificate]]
    /// The certificates by SubjectPublicKeyInfo; empty for few certificates.
    private let byKey: [Fingerprint: [Certificate]]

    /// Indexes certificates with one subject, which are sorted by fingerprint.
    init(_ certificates: [Certificate]) {
        self.certificates = certificates
        guard certificates.count > Self.maximumUnindexed else {
            (byIdentifier, byKey) = ([:], [:])
            return
        }
        byIdentifier = Dictionary(grouping: certificates, by: \.facts.extensions.subjectKeyIdentifier)
        byKey = Dictionary(grouping: certificates, by: \.facts.publicKeyFingerprint)
    }

    /// Returns the certificates with a key.
    func certificates(withKey key: Fingerprint) -> [Certificate] {
        byKey.isEmpty ? certificates.filter { $0.facts.publicKeyFingerprint == key } : byKey[key] ?? []
    }

    /// Returns the certificates whose key identifiers fit the issuer of a certificate to a given degree.
    ///
    /// The result has at most `most` certificates with a different identifier; others are not limited.
    func certificates(_ fit: KeyIdentifierFit, asIssuersOf certificate: Certificate, most: Int) -> [Certificate] {
        guard let wanted = certificate.facts.extensions.authorityKeyIdentifier?.keyIdentifier else {
            return fit == .unknown ? certificates : []
        }
        guard !byIdentifier.isEmpty else {
            return certificates.filter { KeyIdentifierFit(of: $0, asIssuerOf: certificate) == fit }
        }
        switch fit {
        case .equal: return byIdentifier[wanted] ?? []
        case .unknown: return byIdentifier[nil] ?? []
        case .different:
            let others = certificates.lazy.filter { KeyIdentifierFit(of: $0, asIssuerOf: certificate) == .different }
            return Array(others.prefix(most))
        }
    }
}

/// How well a possible issuer fits the authority key identifier of a certificate, the best first.
enum KeyIdentifierFit: CaseIterable {
    case equal
    /// One of the two key identifiers is missing.
    case unknown
    /// The key identifiers differ. This happens if a CA has several certificates for a key (RFC 5280 section 4.2.1.1).
    case different

    /// Compares the authority key identifier of a certificate with the subject key identifier of a possible issuer.
    init(of issuer: Certificate, asIssuerOf certificate: Certificate) {
        self =
            switch issuer.fitsKeyIdentifier(in: certificate) {
            case true: .equal
            case nil: .unknown
            case false: .different
            }
    }
}
