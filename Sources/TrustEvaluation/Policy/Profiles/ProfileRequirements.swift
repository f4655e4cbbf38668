package import TrustModel

/// The requirements, other than severities, that differ between profiles.
package struct ProfileRequirements: Sendable, Hashable {
    /// Whether a policy may compare the host.
    package var checksHost = true
    /// Whether the host is compared for the purposes `serverAuth` and `any` unless the policy has a setting.
    package var checksHostByDefault = true
    /// Whether extended key usage is checked.
    package var checksPurpose = true
    /// The date of issue from which a TLS server certificate names serverAuth itself, under trust anchors of a policy; nil if
    /// the extension may be absent or have anyExtendedKeyUsage.
    ///
    /// With such a date, every server certificate under system roots names serverAuth.
    package var namesServerAuthSince: Instant?
    /// The purpose if the policy has no setting.
    package var defaultPurpose = KeyPurpose.serverAuth
    /// Whether the leaf must be an X.509-SVID, under trust anchors of the policy and not of the system.
    package var requiresSVID = false
    /// Whether a leaf's key usage must include a usage for TLS handshakes.
    package var checksHandshakeUsage = true
    /// The public suffixes directly below which a wildcard is not accepted.
    package var wildcardSuffixes = PublicSuffixSections.icann
    /// The minimum size of an RSA modulus, in bits; no policy can reduce it.
    package var leastRSABits = 0
    /// The minimum size of an accepted DSA key in bits; nil if DSA is not accepted.
    package var leastDSABits: Int?
    /// The minimum collision resistance of a signature's digest, in bits; no policy can reduce it.
    package var leastDigestStrength = 80
    /// Whether Ed25519 and Ed448 keys are accepted.
    package var acceptsEdwardsCurves = true
    /// Whether ML-DSA and SLH-DSA keys are accepted.
    package var acceptsPostQuantumKeys = true
    /// Whether short-lived certificates need no evidence of their revocation status unless the policy has a setting.
    package var exemptsShortLived = false
    /// The maximum validity of TLS server certificates; nil if only the policy limits it.
    package var serverLifetimes: ServerLifetimes?
}

extension Profile {
    /// The requirements of the profile.
    package var demands: ProfileRequirements {
        switch self {
        case .server: .server
        case .webpki: .webpki
        case .rfc5280: .rfc5280
        case .rfc5280Strict: .rfc5280Strict
        case .basicX509: .basicX509
        case .appleSSL: .appleSSL
        case .spiffe: .spiffe
        }
    }
}

/// The table: one row per profile, with the differences from `server`.
extension ProfileRequirements {
    fileprivate static let server = ProfileRequirements()

    fileprivate static let webpki = ProfileRequirements(
        wildcardSuffixes: .all,
        leastRSABits: 2048,
        exemptsShortLived: true
    )

    // RFC 5280 section 6 does not exclude weak algorithms: SHA-1 and 1024-bit DSA keys are accepted, but MD5 is not.
    fileprivate static let rfc5280 = ProfileRequirements(
        checksHandshakeUsage: false,
        leastDSABits: 1024,
        leastDigestStrength: 60
    )

    fileprivate static let rfc5280Strict = ProfileRequirements(checksHandshakeUsage: false, leastDSABits: 2048)

    fileprivate static let basicX509 = ProfileRequirements(
        checksHost: false,
        checksHostByDefault: false,
        checksPurpose: false,
        checksHandshakeUsage: false,
        leastDSABits: 2048
    )

    fileprivate static let appleSSL = ProfileRequirements(
        namesServerAuthSince: ServerLifetimes.july2019,
        leastRSABits: 2048,
        acceptsEdwardsCurves: false,
        acceptsPostQuantumKeys: false,
        serverLifetimes: .apple
    )

    // An SVID identifies servers and clients alike, and the name to compare is its SPIFFE ID.
    fileprivate static let spiffe = ProfileRequirements(
        checksHostByDefault: false,
        defaultPurpose: .any,
        requiresSVID: true,
        checksHandshakeUsage: false
    )
}
