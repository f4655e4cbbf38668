import TrustTestSupport

/// The certificates of the tables, besides those of the fixture, whose root is the only system trust anchor.
final class CompatibilityPKI {
    let api: APIFixture
    private let corporate: TestAuthority
    private let stranger: TestAuthority
    private let privateLeaf: TestCertificate
    private let selfSigned: TestCertificate
    private let expired: TestCertificate
    private let forged: TestCertificate
    private let privateForged: TestCertificate
    private let forgedAuthority: TestAuthority
    private let forgedCorporate: TestCertificate
    private let division: TestAuthority
    private let forgedBelowDivision: TestCertificate

    private static let host = "api.example.com"

    init() throws {
        api = try APIFixture()
        corporate = try TestAuthority.root("Corporate Root", key: .shared(.ecdsaP256, "corporate"))
        stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "stranger"))
        privateLeaf = try corporate.issueLeaf(Self.host, key: .shared(.ecdsaP256, "private leaf"))
        selfSigned = try Self.selfSignedCertificate()
        expired = try Self.expiredLeaf(of: api.issuing)
        forged = try Self.forgery(of: api.leaf)
        privateForged = try Self.forgery(of: privateLeaf)
        forgedAuthority = try Self.forgery(of: api.issuing)
        forgedCorporate = try Self.forgery(of: corporate.certificate)
        division = try corporate.issueAuthority("Corporate Division", key: .shared(.ecdsaP256, "division"))
        forgedBelowDivision = try Self.forgery(of: division.issueLeaf(Self.host))
    }

    /// Returns the chain to send as PEM.
    func chain(of row: CompatibilityCase) throws -> [String] {
        let issuing = api.issuing
        let certificates: [TestCertificate] =
            switch row {
            case .publicCAPinned, .publicLeafPinned, .publicRootPinned, .publicOtherPin, .noPins, .undecodablePin,
                .partlyDecodable, .noHost, .noHostNoPins:
                [api.leaf, issuing.certificate]
            case .publicUnusedPin: [api.leaf, issuing.certificate, stranger.certificate]
            case .privateCAPinned, .privateLeafPinned, .privateOtherPin, .privateNoPins, .privateNoHost:
                [privateLeaf, corporate.certificate]
            case .privateCANotSent: [privateLeaf]
            case .selfSignedPinned, .selfSignedOtherPin: [selfSigned]
            case .expiredCAPinned, .expiredLeafPinned: [expired, issuing.certificate]
            case .privateExpired: [try Self.expiredLeaf(of: corporate), corporate.certificate]
            case .wrongHost: [try issuing.issueLeaf("other.example.com"), issuing.certificate]
            case .privateWrongHost: [try corporate.issueLeaf("other.example.com"), corporate.certificate]
            case .clientsOnly:
                [
                    try issuing.issueLeaf(Self.host) { $0.extendedKeyUsages = [.clientAuthentication] },
                    issuing.certificate,
                ]
            case .reissued: [try issuing.issueLeaf(Self.host, key: api.leaf.key), issuing.certificate]
            case .forged, .forgedNoHost: [forged, issuing.certificate]
            case .forgedAuthority: [try forgedAuthority.issueLeaf(Self.host), forgedAuthority.certificate]
            case .forgedTwice: [forgedBelowDivision, division.certificate, forgedCorporate]
            case .misplacedLeaf: [api.leaf, forgedAuthority.certificate]
            case .privateForged: [privateForged, corporate.certificate]
            }
        return certificates.map(\.pem)
    }

    /// Returns the certificates to pin as PEM.
    func pins(of row: CompatibilityCase) -> [String] {
        let undecodable = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n"
        return switch row {
        case .publicCAPinned, .expiredCAPinned, .wrongHost, .clientsOnly, .forged, .noHost, .forgedNoHost:
            [api.issuing.certificate.pem]
        case .publicLeafPinned, .misplacedLeaf, .reissued: [api.leaf.pem]
        case .publicRootPinned, .forgedAuthority: [api.root.certificate.pem]
        case .publicOtherPin, .publicUnusedPin, .privateOtherPin, .selfSignedOtherPin: [stranger.certificate.pem]
        case .privateCAPinned, .privateCANotSent, .privateExpired, .privateWrongHost, .privateForged, .privateNoHost:
            [corporate.certificate.pem]
        case .forgedTwice: [division.certificate.pem]
        case .privateLeafPinned: [privateLeaf.pem]
        case .selfSignedPinned: [selfSigned.pem]
        case .expiredLeafPinned: [expired.pem]
        case .noPins, .privateNoPins, .noHostNoPins: []
        case .undecodablePin: [undecodable]
        case .partlyDecodable: [undecodable, api.issuing.certificate.pem]
        }
    }

    /// The corporate root, for policies with it as a trust anchor.
    var corporateRoot: String { corporate.certificate.pem }

    /// Evaluates a row under an inline policy.
    func evaluate(_ row: CompatibilityCase, under policy: [String: Any]) throws -> Answer {
        var request: [String: Any] = ["chain": try chain(of: row), "policy": policy]
        if row.isHostGiven { request["host"] = Self.host }
        return try api.evaluate(request)
    }

    private static func selfSignedCertificate() throws -> TestCertificate {
        let key = try TestKey.shared(.ecdsaP256, "self-signed")
        let name = TestName.commonName(host)
        var template = CertificateTemplate(subject: name, subjectKey: key, issuer: name, signingKey: key)
        template.keyUsage = .digitalSignature
        template.extendedKeyUsages = [.serverAuthentication]
        template.subjectAlternativeNames = [.dns(host)]
        template.subjectKeyIdentifier = try key.identifier()
        return try template.certificate()
    }

    private static func expiredLeaf(of issuer: TestAuthority) throws -> TestCertificate {
        try issuer.issueLeaf(host, key: .shared(.ecdsaP256, "expired")) {
            $0.notBefore = .reference.adding(days: -90)
            $0.notAfter = .reference.adding(days: -1)
        }
    }

    /// Creates a copy of a certificate with another key, signed by that key.
    private static func forgery(of certificate: TestCertificate) throws -> TestCertificate {
        try forgedTemplate(of: certificate).certificate()
    }

    private static func forgery(of authority: TestAuthority) throws -> TestAuthority {
        try TestAuthority(forgedTemplate(of: authority.certificate))
    }

    private static func forgedTemplate(of certificate: TestCertificate) throws -> CertificateTemplate {
        let genuine = certificate.template
        let key = try TestKey.shared(.ecdsaP256, "forger")
        var forged = CertificateTemplate(
            subject: genuine.subject,
            subjectKey: key,
            issuer: genuine.issuer,
            signingKey: key
        )
        forged.notBefore = genuine.notBefore
        forged.notAfter = genuine.notAfter
        forged.subjectKeyIdentifier = genuine.subjectKeyIdentifier
        forged.extensions = genuine.extensions
        return forged
    }
}
