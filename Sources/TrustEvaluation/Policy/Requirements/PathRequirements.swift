package import TrustModel

/// The requirements on a path under one policy.
package struct PathRequirements: Sendable {
    /// The set of validation rules.
    package var profile: Profile
    /// The purpose that the leaf must be valid for; the profile `basicX509` ignores it.
    package var purpose: KeyPurpose
    /// The trust anchors in order of preference: the policy's, then the system's if both are used.
    package var anchors: [AnchorSet]
    /// The constraints on trust anchors from the policy; nil if it has none.
    package var anchorConstraints: AnchorConstraints?
    /// Additional certificates for path building; nil if the policy has none.
    package var intermediates: IntermediateSet?
    /// Whether the leaf must match the host.
    package var validateHost: Bool
    /// The maximum number of intermediates that are not self-issued; nil for no limit.
    package var maximumIntermediates: Int?
    /// The minimum size of an RSA modulus, in bits.
    package var minimumRSABits: Int
    /// The minimum OpenSSL security level of keys and digests, 0 to 5; nil if only the profile limits them.
    package var minimumSecurityLevel: Int?
    /// The usages that the leaf's key must have.
    package var keyUsage: KeyUsage
    /// The mailboxes that the leaf must match.
    package var emails: [String] {
        didSet { mailboxes = emails.map(Mailbox.init) }
    }
    /// The mailboxes, normalized once for all paths.
    private(set) var mailboxes: [Mailbox] = []
    /// The clients that are allowed; nil if the policy does not limit them.
    package var allowedClients: AllowedClients?
    /// The last second, of the machine's clock, at which serverAuth is accepted in place of clientAuth; nil for never.
    package var serverAuthUntil: Instant?
    /// The trust domains of the anchors; nil if the policy does not identify clients by SPIFFE IDs.
    package var trustDomains: TrustDomainBindings?
    /// The only anchor, if it is bound to no trust domain although the policy identifies clients by SPIFFE IDs.
    package var unboundAnchor: Certificate?
    /// The inputs of certificate policy processing; nil for the defaults of RFC 5280 section 6.1.1.
    package var certificatePolicies: CertificatePolicyInputs?
    /// The maximum validity of a leaf in seconds, both ends included; nil for no limit.
    package var maximumLifetime: Int64?
    /// The constraints besides ``maximumLifetime``; nil if the policy has none.
    package var constraints: PathConstraints?
    /// The severity overrides of the policy.
    package var severities: [ReasonCode: SeverityOverride]
    /// The pins that the path must match; nil if the policy has none.
    package var pins: PinRequirements?
    /// The requirements on revocation; nil if only the request's evidence is used.
    package var revocation: RevocationRequirements?
    /// Whether missing issuers may be fetched from the locations in certificates (RFC 5280 section 4.2.2.1).
    package var fetchesIssuers = false
    /// The requirements on certificate timestamps; nil if the policy has none.
    package var transparency: TransparencyRequirements?
    /// The findings that reject a path.
    package var enforcement: Enforcement
    /// Whether a revoked leaf is accepted if the leaf is the anchor or only pins decide; true to reproduce libraries.
    package var acceptsRevokedPins = false

    /// Creates the defaults of a profile with the given anchors; a nil purpose is the profile's default.
    package init(profile: Profile = .server, purpose: KeyPurpose? = nil, anchors: [AnchorSet]) {
        self.profile = profile
        self.purpose = purpose ?? profile.demands.defaultPurpose
        self.anchors = anchors
        validateHost = false
        minimumRSABits = 2048
        keyUsage = []
        emails = []
        severities = [:]
        enforcement = .everything
        validateHost = validatesHostByDefault
    }

    /// Whether the host is validated if the policy contains no setting for host validation.
    var validatesHostByDefault: Bool {
        profile.demands.checksHostByDefault && (purpose == .serverAuth || purpose == .any)
    }
}
