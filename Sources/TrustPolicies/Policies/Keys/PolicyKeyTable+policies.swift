extension PolicyKeyTable {
    /// The keys of a policy set.
    static let policySet = PolicyKeyTable(
        "policySet",
        title: "Policy sets",
        mapping: "a policy set",
        page: "PolicySets",
        """
        key | meaning | default
        description | a text for people, shown by `GET /v1/policy-sets` | none
        hosts | the host rules | no rules
        otherwise | the handling of hosts without a rule | `deny`
        policies | the policies by name | none
        """
    )

    /// The keys of every policy.
    static let policy = PolicyKeyTable(
        "policy",
        title: "Every policy",
        mapping: "a policy",
        page: "Evaluators",
        """
        key | meaning | default
        evaluator | `default`, `revocation`, `pinPublicKeys`, `pinCertificates`, `composite`, `securityPolicy`, \
        `custom` or `disabled`, see <doc:Evaluators#The-evaluators> | required
        description | a text for people | none
        mode | `enforce`, or `report`, see <doc:Enforcement#Report-mode> | `enforce`
        reportChains | with `mode: report`, whether nearly every chain is allowed, see \
        <doc:Enforcement#Report-mode> | `false`
        shadow | the name of another policy of the set that is evaluated beside this one, and whose outcome is only \
        recorded, see <doc:Enforcement#Shadows> | none
        exceptions | errors that the policy accepts for particular chains, see <doc:Enforcement#Exceptions> | none
        compatibility | `alamofire4`, `alamofire5` or `afnetworking`: reproduces the decisions of that library; \
        the library's settings are then keys of the policy, see <doc:Mechanisms>. Not with `custom` | none
        """
    )

    /// The keys of the evaluators that build a path.
    static let path = PolicyKeyTable(
        "path",
        title: "Evaluators that build a path",
        mapping: "a policy",
        page: "Evaluators",
        """
        key | meaning | values | default
        profile | the rules to apply | `server`, `webpki`, `rfc5280`, `rfc5280Strict`, `basicX509`, `appleSSL`, \
        `spiffe`; see <doc:Profiles> | `server`
        purpose | the purpose that the path must allow | `serverAuth`, `clientAuth`, `emailProtection`, \
        `codeSigning`, `any`, an object identifier | `serverAuth`; with `spiffe` `any`
        anchors | the trust anchors | a list, see <doc:Anchors#anchors> | the system trust store; with `spiffe`, \
        `anchors` or `trustDomains` is required
        anchorsOnly | whether `anchors` replace the system trust store | `true`, `false` (not with `spiffe`) | \
        `true` with `anchors`, otherwise `false`
        anchorConstraints | partial distrust of trust anchors | a list, see <doc:Anchors#Anchor-constraints> | \
        none
        intermediates | certificates for path building in addition to those of the chain | a list, see \
        <doc:Anchors#intermediates> | none
        validateCertificateChain | whether the chain must be valid | `true`; with pins also `false`, see \
        <doc:Evaluators#Pins-without-a-valid-chain> | `true`
        validateHost | whether the leaf must match the host; if so, the request must contain a host | `true` (not \
        with `basicX509`), `false` | `true` for the purposes `serverAuth` and `any`, except with `basicX509` and \
        `spiffe`; otherwise `false`
        maxChainDepth | the maximum number of intermediates between leaf and anchor, not counting self-issued ones \
        | 0 to 1000 | no limit
        minimumRSABits | the minimum size of an RSA modulus in bits | 512 to 16384; at least 2048 with `appleSSL` \
        and `webpki` | 2048
        minimumSecurityLevel | the minimum security level (OpenSSL) of keys and digests | 0 to 5 | only the rules \
        of the profile
        keyUsage | usages; the leaf's key usage must allow all of them | a list of RFC 5280 names, such as \
        `digitalSignature` | none
        emails | mailboxes; the leaf must contain all of them, as rfc822Name or, if the local part is not ASCII, \
        as SmtpUTF8Mailbox (RFC 9598) | a list, such as `[ann@example.com]` | none
        clientPurpose | accepts certificates for servers from clients until a day | `{serverAuthUntil: \
        2027-06-30}`, see <doc:Profiles#Certificates-for-servers-from-clients> | never
        trustDomain | the SPIFFE trust domain of all `anchors` | a name such as `corp.example`, see \
        <doc:SPIFFE#Trust-domains> | none
        trustDomains | the anchors of each SPIFFE trust domain, besides `anchors` | a mapping of names to lists, \
        see <doc:SPIFFE#Trust-domains> | none
        allowedClients | the clients that are allowed, by patterns of names in the leaf | a mapping, see \
        <doc:Constraints#allowedClients> | every client
        certificatePolicies | the inputs of certificate policy processing | a mapping, see \
        <doc:Constraints#certificatePolicies> | every policy is acceptable
        constraints | further requirements on the certificates of the path | a mapping, see \
        <doc:Constraints#constraints> | none
        revocation | the revocation requirements, and the policy's own evidence | a mapping, see <doc:Revocation> \
        | no requirements
        issuers | `fetch`: whether issuers that the chain lacks are fetched, see <doc:Revocation#Fetched-evidence> \
        | a mapping | `{fetch: false}`
        transparency | the required certificate timestamps; see <doc:Transparency> | a mapping | no requirements
        checks | severity overrides by reason code | a mapping, see <doc:Rules#checks> | none
        """
    )

    /// The keys of the evaluators with pins.
    static let pins = PolicyKeyTable(
        "pins",
        title: "Evaluators with pins",
        mapping: "a policy",
        page: "Evaluators",
        """
        key | meaning | values | default
        pins, keys, publicKeys, certificates | for `pinPublicKeys`: the keys | a list under one of these names | \
        required
        certificates, pins | for `pinCertificates`: the certificates | a list under one of these names | required
        scope | the certificates of the path that may match | `any`, `leaf`, `ca` (all but the leaf) | `any`
        expires | the last second at which the pins are valid | a time, or a day, which means its first second in UTC \
        | no end
        onExpiry | the behavior after the expiry | `closed`, `open` | `closed`
        requireBackupPin | whether a single pin is an error | `true`, `false` | `true`
        """
    )

    /// The keys of `composite`, of which one is used.
    static let composite = PolicyKeyTable(
        "composite",
        title: "Composites",
        mapping: "a policy",
        """
        key | meaning | values
        allOf | the policies that must all accept the chain | a list of names of policies of the set, and of \
        policies
        anyOf | the policies of which one must accept the chain, in the order in which they are asked | as `allOf`
        """
    )

    /// The keys of `securityPolicy`, which are the settings of AFNetworking.
    static let securityPolicy = PolicyKeyTable(
        "securityPolicy",
        title: "`securityPolicy`",
        mapping: "a policy",
        """
        key | meaning | values | default
        sslPinningMode | what is pinned | `none`, `certificate`, `publicKey` | `none`
        pinnedCertificates | the pinned certificates | a list, as `certificates` of `pinCertificates` | none
        allowInvalidCertificates | whether chains without a valid path are accepted | `true`, `false` | `false`
        validatesDomainName | whether the leaf must match the host | `true`, `false` | `true`
        """
    )

    /// The further keys of policies with `compatibility`.
    static let libraries = PolicyKeyTable(
        "libraries",
        title: "Policies with `compatibility`",
        mapping: "a policy",
        """
        key | meaning | values | default
        performDefaultValidation | whether the library's default evaluation must accept the chain too | `true`, \
        `false` | `true`
        acceptSelfSignedCertificates | whether the pinned certificates are the only trust anchors | `true`, \
        `false` | `false`
        options | the library's options of revocation checks | a list | see <doc:Alamofire>
        revocationFlags | the library's revocation flags | a flag, a list of flags, or a number | see \
        <doc:Alamofire>
        """
    )

    /// The key of `custom`.
    static let script = PolicyKeyTable(
        "script",
        title: "`custom`",
        mapping: "a policy",
        """
        key | meaning | values | default
        script | the Lua script that can reject an accepted path; see <doc:Scripts> | a file | required
        """
    )
}
