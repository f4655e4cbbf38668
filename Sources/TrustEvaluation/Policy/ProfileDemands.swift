package import TrustModel

/// In what profiles differ; every rule that is not named here is the same under all of them.
package struct ProfileDemands: Sendable, Hashable {
    /// Whether the host is compared at all.
    package let checksHost: Bool
    /// Whether extended key usage, and key usage for TLS, is looked at.
    package let checksPurpose: Bool
    /// The size of an RSA modulus in bits that no policy may go below.
    package let leastRSABits: Int
    /// Whether DSA keys are accepted, from 2048 bits.
    package let acceptsDSA: Bool
    /// Whether Ed25519 and Ed448 keys are accepted.
    package let acceptsEdwardsCurves: Bool
    /// How long the certificate of a TLS server may live; nil where only the policy says so.
    package let serverLifetimes: ServerLifetimes?
    /// What it counts when only RFC 5280's demands on conforming authorities are broken.
    package let severityOfPedantry: Severity
}

extension Profile {
    /// What the profile demands.
    package var demands: ProfileDemands {
        switch self {
        case .server: .server
        case .basicX509: .basicX509
        case .appleSSL: .appleSSL
        }
    }
}

/// The table: a row a profile.
extension ProfileDemands {
    fileprivate static let server = ProfileDemands(
        checksHost: true,
        checksPurpose: true,
        leastRSABits: 0,
        acceptsDSA: false,
        acceptsEdwardsCurves: true,
        serverLifetimes: nil,
        severityOfPedantry: .warning
    )

    fileprivate static let basicX509 = ProfileDemands(
        checksHost: false,
        checksPurpose: false,
        leastRSABits: 0,
        acceptsDSA: true,
        acceptsEdwardsCurves: true,
        serverLifetimes: nil,
        severityOfPedantry: .warning
    )

    fileprivate static let appleSSL = ProfileDemands(
        checksHost: true,
        checksPurpose: true,
        leastRSABits: 2048,
        acceptsDSA: false,
        acceptsEdwardsCurves: false,
        serverLifetimes: .apple,
        severityOfPedantry: .warning
    )
}
