package import TrustModel

/// What a path must meet under one policy; the defaults are those of design and documentation.
package struct PathRequirements: Sendable {
    /// Which set of rules applies.
    package var profile: Profile
    /// What the leaf must be good for; the profile `basicX509` does not look at it.
    package var purpose: KeyPurpose
    /// The anchors that count, in order of preference: the policy's own, then the system's where both do.
    package var anchors: [AnchorSet]
    /// Certificates that path building may use besides those presented; nil where the policy gives none.
    package var intermediates: IntermediateSet?
    /// Whether the leaf must be for the host that was asked for.
    package var validateHost: Bool
    /// How many intermediates that are not self-issued may stand between leaf and anchor; nil without limit.
    package var maximumIntermediates: Int?
    /// The least size of an RSA modulus in bits.
    package var minimumRSABits: Int
    /// OpenSSL's security level, 0 to 5, that keys and digests must reach; nil for the profile's own rules only.
    package var minimumSecurityLevel: Int?
    /// Usages that the leaf's key must all have.
    package var keyUsage: KeyUsage
    /// Mailboxes that the leaf must all be for.
    package var emails: [String] {
        didSet { mailboxes = emails.map(Mailbox.init) }
    }
    /// The same, read once for all paths.
    private(set) var mailboxes: [Mailbox] = []
    /// The inputs of certificate policy processing; nil for the defaults of RFC 5280 section 6.1.1.
    package var certificatePolicies: CertificatePolicyInputs?
    /// The longest validity of a leaf in seconds, from its first second to its last; nil without limit.
    package var maximumLifetime: Int64?
    /// Severities that the policy sets itself.
    package var severities: [ReasonCode: SeverityOverride]
    /// Pins that the path must match; nil where the policy has none.
    package var pins: PinRequirements?
    /// What is asked of revocation; nil where the policy asks nothing, and only what a request brings counts.
    package var revocation: RevocationRequirements?
    /// Which findings decide.
    package var enforcement: Enforcement
    /// Whether a revoked leaf is accepted where only pins count, or where it is itself the anchor: so the libraries do that are
    /// reproduced.
    package var acceptsRevokedPins = false

    /// The defaults of a profile with the given anchors.
    package init(profile: Profile = .server, purpose: KeyPurpose = .serverAuth, anchors: [AnchorSet]) {
        self.profile = profile
        self.purpose = purpose
        self.anchors = anchors
        validateHost = false
        minimumRSABits = 2048
        keyUsage = []
        emails = []
        severities = [:]
        enforcement = .everything
        validateHost = validatesHostByDefault
    }

    /// Whether the host is validated where the policy does not mention it.
    var validatesHostByDefault: Bool {
        profile.demands.checksHost && (purpose == .serverAuth || purpose == .any)
    }
}
