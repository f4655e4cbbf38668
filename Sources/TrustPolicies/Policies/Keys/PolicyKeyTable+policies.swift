extension PolicyKeyTable {
    /// The keys of a policy set.
    static let policySet = PolicyKeyTable(
        "policySet",
        title: "Policy sets",
        mapping: "a policy set",
        page: "PolicySets",
        [
            PolicyKey("description", meaning: "a text for people, shown by `GET /v1/policy-sets`", default: "none"),
            PolicyKey("hosts", meaning: "the host rules", default: "no rules"),
            PolicyKey("otherwise", meaning: "the handling of hosts without a rule", default: "`deny`"),
            PolicyKey("policies", meaning: "the policies by name", default: "none"),
        ]
    )

    /// The keys of every policy.
    static let policy = PolicyKeyTable(
        "policy",
        title: "Every policy",
        mapping: "a policy",
        page: "Evaluators",
        [
            PolicyKey("evaluator", meaning: "a name of the table above", default: "required"),
            PolicyKey("description", meaning: "a text for people", default: "none"),
            PolicyKey(
                "mode",
                meaning: "`enforce`, or `report`, see <doc:Enforcement#Report-mode>",
                default: "`enforce`"
            ),
            PolicyKey(
                "reportChains",
                meaning:
                    "with `mode: report`, whether nearly every chain is allowed, see <doc:Enforcement#Report-mode>",
                default: "`false`"
            ),
            PolicyKey(
                "exceptions",
                meaning: "errors that the policy accepts for particular chains, see <doc:Enforcement#Exceptions>",
                default: "none"
            ),
            PolicyKey(
                "compatibility",
                meaning:
                    "`alamofire4`, `alamofire5` or `afnetworking`: reproduces the decisions of that library; the "
                    + "library's settings are then keys of the policy, see <doc:Mechanisms>",
                default: "none"
            ),
        ]
    )

    /// The keys of the evaluators that build a path.
    static let path = PolicyKeyTable(
        "path",
        title: "Evaluators that build a path",
        mapping: "a policy",
        page: "Evaluators",
        [
            PolicyKey(
                "profile",
                meaning: "the rules to apply",
                values:
                    "`server`, `webpki`, `rfc5280`, `rfc5280Strict`, `basicX509`, `appleSSL`, `spiffe`; see "
                    + "<doc:Profiles>",
                default: "`server`"
            ),
            PolicyKey(
                "purpose",
                meaning: "the purpose that the path must allow",
                values: "`serverAuth`, `clientAuth`, `emailProtection`, `codeSigning`, `any`, an object identifier",
                default: "`serverAuth`; with `spiffe` `any`"
            ),
            PolicyKey(
                "anchors",
                meaning: "the trust anchors",
                values: "a list, see <doc:Anchors#anchors>",
                default: "the system trust store; with `spiffe`, `anchors` or `trustDomains` is required"
            ),
            PolicyKey(
                "anchorsOnly",
                meaning: "whether `anchors` replace the system trust store",
                values: "`true`, `false` (not with `spiffe`)",
                default: "`true` with `anchors`, otherwise `false`"
            ),
            PolicyKey(
                "anchorConstraints",
                meaning: "partial distrust of trust anchors",
                values: "a list, see <doc:Anchors#Anchor-constraints>",
                default: "none"
            ),
            PolicyKey(
                "intermediates",
                meaning: "certificates for path building in addition to those of the chain",
                values: "a list, see <doc:Anchors#intermediates>",
                default: "none"
            ),
            PolicyKey(
                "validateCertificateChain",
                meaning: "whether the chain must be valid",
                values: "`true`; with pins also `false`, see <doc:Evaluators#Pins-without-a-valid-chain>",
                default: "`true`"
            ),
            PolicyKey(
                "validateHost",
                meaning: "whether the leaf must match the host; if so, the request must contain a host",
                values: "`true` (not with `basicX509`), `false`",
                default:
                    "`true` for the purposes `serverAuth` and `any`, except with `basicX509` and `spiffe`; otherwise "
                    + "`false`"
            ),
            PolicyKey(
                "maxChainDepth",
                meaning: "the maximum number of intermediates between leaf and anchor, not counting self-issued ones",
                values: "0 to 1000",
                default: "no limit"
            ),
            PolicyKey(
                "minimumRSABits",
                meaning: "the minimum size of an RSA modulus in bits",
                values: "512 to 16384; at least 2048 with `appleSSL` and `webpki`",
                default: "2048"
            ),
            PolicyKey(
                "minimumSecurityLevel",
                meaning: "the minimum security level (OpenSSL) of keys and digests",
                values: "0 to 5",
                default: "only the rules of the profile"
            ),
            PolicyKey(
                "keyUsage",
                meaning: "usages; the leaf's key usage must allow all of them",
                values: "a list of RFC 5280 names, such as `digitalSignature`",
                default: "none"
            ),
            PolicyKey(
                "emails",
                meaning:
                    "mailboxes; the leaf must contain all of them, as rfc822Name or, if the local part is not ASCII, as "
                    + "SmtpUTF8Mailbox (RFC 9598)",
                values: "a list, such as `[ann@example.com]`",
                default: "none"
            ),
            PolicyKey(
                "clientPurpose",
                meaning: "accepts certificates for servers from clients until a day",
                values: "`{serverAuthUntil: 2027-06-30}`, see <doc:Profiles#Certificates-for-servers-from-clients>",
                default: "never"
            ),
            PolicyKey(
                "trustDomain",
                meaning: "the SPIFFE trust domain of all `anchors`",
                values: "a name such as `corp.example`, see <doc:SPIFFE#Trust-domains>",
                default: "none"
            ),
            PolicyKey(
                "trustDomains",
                meaning: "the anchors of each SPIFFE trust domain, besides `anchors`",
                values: "a mapping of names to lists, see <doc:SPIFFE#Trust-domains>",
                default: "none"
            ),
            PolicyKey(
                "allowedClients",
                meaning: "the clients that are allowed, by patterns of names in the leaf",
                values: "a mapping, see <doc:Constraints#allowedClients>",
                default: "every client"
            ),
            PolicyKey(
                "certificatePolicies",
                meaning: "the inputs of certificate policy processing",
                values: "a mapping, see <doc:Constraints#certificatePolicies>",
                default: "every policy is acceptable"
            ),
            PolicyKey(
                "constraints",
                meaning: "further requirements on the certificates of the path",
                values: "a mapping, see <doc:Constraints#constraints>",
                default: "none"
            ),
            PolicyKey(
                "revocation",
                meaning: "the revocation requirements, and the policy's own evidence",
                values: "a mapping, see <doc:Revocation>",
                default: "no requirements"
            ),
            PolicyKey(
                "issuers",
                meaning:
                    "`fetch`: whether issuers that the chain lacks are fetched, see <doc:Revocation#Fetched-evidence>",
                values: "a mapping",
                default: "`{fetch: false}`"
            ),
            PolicyKey(
                "transparency",
                meaning: "the required certificate timestamps; see <doc:Transparency>",
                values: "a mapping",
                default: "no requirements"
            ),
            PolicyKey(
                "checks",
                meaning: "severity overrides by reason code",
                values: "a mapping, see <doc:Rules#checks>",
                default: "none"
            ),
        ]
    )

    /// The keys of the evaluators with pins.
    static let pins = PolicyKeyTable(
        "pins",
        title: "Evaluators with pins",
        mapping: "a policy",
        page: "Evaluators",
        [
            PolicyKey(
                "pins",
                "keys",
                "publicKeys",
                "certificates",
                meaning: "for `pinPublicKeys`: the keys",
                values: "a list under one of these names",
                default: "required"
            ),
            PolicyKey(
                "certificates",
                "pins",
                meaning: "for `pinCertificates`: the certificates",
                values: "a list under one of these names",
                default: "required"
            ),
            PolicyKey(
                "scope",
                meaning: "the certificates of the path that may match",
                values: "`any`, `leaf`, `ca` (all but the leaf)",
                default: "`any`"
            ),
            PolicyKey(
                "expires",
                meaning: "the last second at which the pins are valid",
                values: "a time or a day",
                default: "no end"
            ),
            PolicyKey(
                "onExpiry",
                meaning: "the behavior after the expiry",
                values: "`closed`, `open`",
                default: "`closed`"
            ),
            PolicyKey(
                "requireBackupPin",
                meaning: "whether a single pin is an error",
                values: "`true`, `false`",
                default: "`true`"
            ),
        ]
    )

    /// The keys of `composite`, of which one is used.
    static let composite = PolicyKeyTable(
        "composite",
        title: "Composites",
        mapping: "a policy",
        [
            PolicyKey(
                "allOf",
                meaning: "the policies that must all accept the chain",
                values: "a list of names of policies of the set, and of policies"
            ),
            PolicyKey(
                "anyOf",
                meaning: "the policies of which one must accept the chain, in the order in which they are asked",
                values: "as `allOf`"
            ),
        ]
    )

    /// The keys of `securityPolicy`, which are the settings of AFNetworking.
    static let securityPolicy = PolicyKeyTable(
        "securityPolicy",
        title: "`securityPolicy`",
        mapping: "a policy",
        [
            PolicyKey(
                "sslPinningMode",
                meaning: "what is pinned",
                values: "`none`, `certificate`, `publicKey`",
                default: "`none`"
            ),
            PolicyKey(
                "pinnedCertificates",
                meaning: "the pinned certificates",
                values: "a list, as `certificates` of `pinCertificates`",
                default: "none"
            ),
            PolicyKey(
                "allowInvalidCertificates",
                meaning: "whether chains without a valid path are accepted",
                values: "`true`, `false`",
                default: "`false`"
            ),
            PolicyKey(
                "validatesDomainName",
                meaning: "whether the leaf must match the host",
                values: "`true`, `false`",
                default: "`true`"
            ),
        ]
    )

    /// The further keys of policies with `compatibility`.
    static let libraries = PolicyKeyTable(
        "libraries",
        title: "Policies with `compatibility`",
        mapping: "a policy",
        [
            PolicyKey(
                "performDefaultValidation",
                meaning: "whether the library's default evaluation must accept the chain too",
                values: "`true`, `false`",
                default: "`true`"
            ),
            PolicyKey(
                "acceptSelfSignedCertificates",
                meaning: "whether the pinned certificates are the only trust anchors",
                values: "`true`, `false`",
                default: "`false`"
            ),
            PolicyKey(
                "options",
                meaning: "the library's options of revocation checks",
                values: "a list",
                default: "see <doc:Alamofire>"
            ),
            PolicyKey(
                "revocationFlags",
                meaning: "the library's revocation flags",
                values: "a flag, a list of flags, or a number",
                default: "see <doc:Alamofire>"
            ),
        ]
    )

    /// The key of `custom`.
    static let script = PolicyKeyTable(
        "script",
        title: "`custom`",
        mapping: "a policy",
        [
            PolicyKey(
                "script",
                meaning: "the Lua script that can reject an accepted path; see <doc:Scripts>",
                values: "a file",
                default: "required"
            )
        ]
    )
}
