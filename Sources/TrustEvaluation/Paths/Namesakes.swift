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
    /// The certificates by serial number; empty for few certificates.
    private let bySerialNumber: [[UInt8]: [Certificate]]
    /// The certificates by SubjectPublicKeyInfo; empty for few certificates.
    private let byKey: [Fingerprint: [Certificate]]

    /// Indexes certificates with one subject, which are sorted by fingerprint.
    init(_ certificates: [Certificate]) {
        self.certificates = certificates
        guard certificates.count > Self.maximumUnindexed else {
            (byIdentifier, bySerialNumber, byKey) = ([:], [:], [:])
            return
        }
        byIdentifier = Dictionary(grouping: certificates, by: \.facts.extensions.subjectKeyIdentifier)
        bySerialNumber = Dictionary(grouping: certificates, by: \.facts.serialNumber)
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
        let isFitting = { (issuer: Certificate) in KeyIdentifierFit(of: issuer, asIssuerOf: certificate) == fit }
        guard !byIdentifier.isEmpty else { return certificates.filter(isFitting) }
        let identifier = certificate.facts.extensions.authorityKeyIdentifier
        switch (fit, identifier?.keyIdentifier, identifier?.serialNumber) {
        case (.equal, let wanted?, _): return byIdentifier[wanted] ?? []
        case (.equal, nil, let serialNumber?): return (bySerialNumber[serialNumber] ?? []).filter(isFitting)
        case (.equal, nil, nil): return []
        case (.unknown, _?, _): return byIdentifier[nil] ?? []
        case (.unknown, nil, nil): return certificates
        case (.unknown, nil, _?): return certificates.filter(isFitting)
        case (.different, nil, _): return []
        case (.different, _?, _): return Array(certificates.lazy.filter(isFitting).prefix(most))
        }
    }
}

/// How well a possible issuer fits the authority key identifier of a certificate, the best first.
enum KeyIdentifierFit: CaseIterable {
    /// The key identifiers are equal. Without a key identifier, issuer name and serial number are.
    case equal
    /// An identifier is missing, or only issuer name and serial number differ, which change if a CA is renewed.
    case unknown
    /// The key identifiers differ. This happens if a CA has several certificates for a key (RFC 5280 section 4.2.1.1).
    case different

    /// Compares the authority key identifier of a certificate with the subject key identifier of a possible issuer.
    init(of issuer: Certificate, asIssuerOf certificate: Certificate) {
        self =
            switch issuer.fitsKeyIdentifier(in: certificate) {
            case true: .equal
            case nil: issuer.fitsSerialNumber(in: certificate) ? .equal : .unknown
            case false: .different
            }
    }
}

extension Certificate {
    /// Whether the certificate's authority key identifier consists of this issuer's own issuer and serial number.
    fileprivate func fitsSerialNumber(in certificate: Certificate) -> Bool {
        guard let identifier = certificate.facts.extensions.authorityKeyIdentifier, identifier.keyIdentifier == nil,
            identifier.serialNumber == facts.serialNumber
        else { return false }
        return identifier.issuers?.contains(.directory(facts.issuer)) ?? true
    }
}
