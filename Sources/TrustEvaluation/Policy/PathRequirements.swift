package import TrustModel

/// What a path must meet under one policy; the defaults are those of design and documentation.
package struct PathRequirements: Sendable {
    /// Which set of rules applies.
    package var profile: Profile
    /// What the leaf must be good for; the profile `basicX509` does not look at it.
    package var purpose: KeyPurpose
    /// The anchors that count, in order of preference: the policy's own, then the system's where both do.
    package var anchors: [AnchorSet]
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
    package var emails: [String]
    /// The inputs of certificate policy processing; nil for the defaults of RFC 5280 section 6.1.1.
    package var certificatePolicies: CertificatePolicyInputs?
    /// The longest validity of a leaf in seconds, from its first second to its last; nil without limit.
    package var maximumLifetime: Int64?
    /// Severities that the policy sets itself.
    package var severities: [ReasonCode: SeverityOverride]

    /// The defaults of a profile with the given anchors.
    package init(profile: Profile = .server, purpose: KeyPurpose = .serverAuth, anchors: [AnchorSet]) {
        self.profile = profile
        self.purpose = purpose
        self.anchors = anchors
        validateHost = profile.checksHost && (purpose == .serverAuth || purpose == .any)
        minimumRSABits = 2048
        keyUsage = []
        emails = []
        severities = [:]
    }
}

/// Which rules a path must meet.
package enum Profile: String, Sendable, CaseIterable {
    /// RFC 5280 and what browsers enforce on TLS servers; the pedantic rest as warnings.
    case server
    /// RFC 5280 path validation without host and without extended key usage.
    case basicX509

    /// Whether the profile compares the host at all.
    package var checksHost: Bool { self == .server }

    /// Whether the profile looks at extended key usage at all.
    package var checksPurpose: Bool { self == .server }
}

/// What the leaf must be good for (RFC 5280 section 4.2.1.12).
package enum KeyPurpose: Sendable, Hashable {
    case serverAuth
    case clientAuth
    case emailProtection
    case codeSigning
    /// No purpose is asked for.
    case any
    case other(OID)

    /// Reads a name as documents spell it, or a dotted object identifier; nil for anything else.
    package init?(name: String) {
        switch name {
        case "serverAuth": self = .serverAuth
        case "clientAuth": self = .clientAuth
        case "emailProtection": self = .emailProtection
        case "codeSigning": self = .codeSigning
        case "any": self = .any
        default:
            guard let oid = OID(dotted: name) else { return nil }
            self = .other(oid)
        }
    }

    /// The object identifier that an extended key usage must hold; nil when none is asked for.
    package var oid: OID? {
        switch self {
        case .serverAuth: .serverAuth
        case .clientAuth: .clientAuth
        case .emailProtection: .emailProtection
        case .codeSigning: .codeSigning
        case .any: nil
        case .other(let oid): oid
        }
    }
}

extension KeyPurpose: CustomStringConvertible {
    /// The name as documents spell it.
    package var description: String {
        switch self {
        case .serverAuth: "serverAuth"
        case .clientAuth: "clientAuth"
        case .emailProtection: "emailProtection"
        case .codeSigning: "codeSigning"
        case .any: "any"
        case .other(let oid): oid.description
        }
    }
}

/// The inputs of certificate policy processing (RFC 5280 section 6.1.1 (c), (e), (f), (g)).
package struct CertificatePolicyInputs: Sendable, Hashable {
    /// The policies that are acceptable; `anyPolicy` for all.
    package var initialPolicySet: [OID]
    /// Whether the path must be valid for one of the acceptable policies (initial-explicit-policy).
    package var requireExplicitPolicy: Bool
    /// Whether no authority may map one policy to another (initial-policy-mapping-inhibit).
    package var inhibitPolicyMapping: Bool
    /// Whether `anyPolicy` in a certificate stands for nothing (initial-any-policy-inhibit).
    package var inhibitAnyPolicy: Bool

    /// The standard's defaults: any policy, nothing required or inhibited.
    package init(
        initialPolicySet: [OID] = [.anyPolicy], requireExplicitPolicy: Bool = false, inhibitPolicyMapping: Bool = false,
        inhibitAnyPolicy: Bool = false
    ) {
        self.initialPolicySet = initialPolicySet
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
        self.inhibitAnyPolicy = inhibitAnyPolicy
    }
}

/// What a policy makes of one reason code (`checks` in documents).
package enum SeverityOverride: String, Sendable, CaseIterable {
    case error
    case warning
    case ignore
}

extension ReasonCode {
    /// Whether a policy may make this code less than an error.
    ///
    /// Without an anchor and true signatures nothing else in a chain means anything; a malformed extension counts as
    /// absent, so that what it limits would be unlimited; and what could not be judged must not pass. Whoever wants that
    /// says `evaluator: disabled`, which warns in every verdict.
    package var mayBeLowered: Bool {
        let fixed: Set<ReasonCode> = [
            .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainDistrusted,
            .extensionInvalid,
        ]
        return !fixed.contains(self) && !name.hasPrefix("internal.") && !name.hasPrefix("policy.")
    }
}
