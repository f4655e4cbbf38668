package import TrustModel

/// In what profiles differ besides severities; every rule that is not named here is the same under all of them.
package struct ProfileRequirements: Sendable, Hashable {
    /// Whether the host is compared at all.
    package var checksHost = true
    /// Whether extended key usage is looked at.
    package var checksPurpose = true
    /// Whether a leaf's key must be allowed to do what a TLS handshake needs.
    package var checksHandshakeUsage = true
    /// Under which suffixes no wildcard matches.
    package var wildcardSuffixes = PublicSuffixSections.icann
    /// The size of an RSA modulus in bits that no policy may go below.
    package var leastRSABits = 0
    /// The size of a DSA key in bits from which it is accepted; nil where none is.
    package var leastDSABits: Int?
    /// The strength of a signature's digest against collisions, in bits, that no policy may go below.
    package var leastDigestStrength = 80
    /// Whether Ed25519 and Ed448 keys are accepted.
    package var acceptsEdwardsCurves = true
    /// How long the certificate of a TLS server may live; nil where only the policy says so.
    package var serverLifetimes: ServerLifetimes?
}

extension Profile {
    /// What the profile demands.
    package var demands: ProfileRequirements {
        switch self {
        case .server: .server
        case .webpki: .webpki
        case .rfc5280: .rfc5280
        case .rfc5280Strict: .rfc5280Strict
        case .basicX509: .basicX509
        case .appleSSL: .appleSSL
        }
    }
}

/// The table: a row a profile, each saying where it differs from `server`.
extension ProfileRequirements {
    fileprivate static let server = ProfileRequirements()

    fileprivate static let webpki = ProfileRequirements(wildcardSuffixes: .all, leastRSABits: 2048)

    // SHA-1, and DSA of the size it was made for, are no business of RFC 5280 section 6; MD5 is refused all the same.
    fileprivate static let rfc5280 = ProfileRequirements(
        checksHandshakeUsage: false,
        leastDSABits: 1024,
        leastDigestStrength: 60
    )

    fileprivate static let rfc5280Strict = ProfileRequirements(checksHandshakeUsage: false, leastDSABits: 2048)

    fileprivate static let basicX509 = ProfileRequirements(
        checksHost: false,
        checksPurpose: false,
        checksHandshakeUsage: false,
        leastDSABits: 2048
    )

    fileprivate static let appleSSL = ProfileRequirements(
        leastRSABits: 2048,
        acceptsEdwardsCurves: false,
        serverLifetimes: .apple
    )
}
