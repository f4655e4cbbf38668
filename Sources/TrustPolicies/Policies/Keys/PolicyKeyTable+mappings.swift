extension PolicyKeyTable {
    /// The lists of names of which one must match.
    static let allowedClients = PolicyKeyTable(
        "allowedClients",
        page: "Constraints",
        heads: ["list", "compared with", "pattern"],
        [
            PolicyKey(
                "uris",
                meaning: "uniformResourceIdentifier names",
                values:
                    "in the path, `*` is one segment and `**` any number of segments, once. Scheme and authority are "
                    + "compared without regard to case, the path exactly"
            ),
            PolicyKey(
                "dnsNames",
                meaning: "dNSName names",
                values:
                    "as in `hosts`: `*.` is one label, `**.` one or more labels. A wildcard in a certificate never "
                    + "matches"
            ),
            PolicyKey(
                "emails",
                meaning: "rfc822Name names",
                values: "a mailbox, or `*@` and a domain. The case of letters matters only in the local part"
            ),
            PolicyKey(
                "userPrincipalNames",
                meaning: "the user principal names of smart cards (otherName 1.3.6.1.4.1.311.20.2.3)",
                values:
                    "a name, or `*@` and a suffix. The case of ASCII letters is ignored, because Active Directory does "
                    + "not distinguish it; other characters are compared exactly"
            ),
            PolicyKey(
                "directoryNames",
                meaning: "the subject",
                values:
                    "attributes, all of which must match. `*` is any number of characters, at most four times in a value. "
                    + "The case of ASCII letters is ignored"
            ),
        ]
    )

    /// The inputs of certificate policy processing.
    static let certificatePolicies = PolicyKeyTable(
        "certificatePolicies",
        page: "Constraints",
        heads: ["key", "meaning (RFC 5280 §6.1.1)"],
        [
            PolicyKey(
                "initialPolicySet",
                meaning: "the object identifiers of the acceptable policies, or `anyPolicy`",
                default: "`[anyPolicy]`"
            ),
            PolicyKey(
                "requireExplicitPolicy",
                meaning: "whether the path must be valid for a policy in `initialPolicySet`",
                default: "`false`"
            ),
            PolicyKey(
                "inhibitPolicyMapping",
                meaning: "whether policy mappings by CAs are prohibited",
                default: "`false`"
            ),
            PolicyKey(
                "inhibitAnyPolicy",
                meaning: "whether `anyPolicy` in a certificate is ignored",
                default: "`false`"
            ),
        ]
    )

    /// The requirements on a path, which also `allOf`, `anyOf` and `not` contain.
    static let constraints = PolicyKeyTable(
        "constraints",
        page: "Constraints",
        heads: ["key", "requirement"],
        [
            PolicyKey(
                "maximumLifetime",
                meaning:
                    "the leaf's validity period, from its first to its last second, is at most as long. The reason is "
                    + "`time.validityTooLong`; within `allOf`, `anyOf` and `not`, it is `policy.constraintViolated`"
            ),
            PolicyKey(
                "minimumRemaining",
                meaning: "from the time of evaluation to notAfter of the leaf, at least this time remains"
            ),
            PolicyKey("leaf", meaning: "a matcher of the leaf"),
            PolicyKey(
                "issuer",
                meaning: "a matcher of the certificate directly above the leaf, which can be the trust anchor"
            ),
            PolicyKey("anchor", meaning: "a matcher of the trust anchor"),
            PolicyKey(
                "every",
                meaning: "a matcher of every certificate of the path, including the leaf and the trust anchor"
            ),
            PolicyKey("some", meaning: "a matcher of at least one certificate of the path"),
            PolicyKey("allOf", meaning: "a list of mappings with these keys, each of which must be met"),
            PolicyKey(
                "anyOf",
                meaning:
                    "a list of mappings with these keys, one of which must be met; a violation is one error for the whole "
                    + "list"
            ),
            PolicyKey("not", meaning: "a mapping with these keys, which must not be met; a violation is one error"),
        ]
    )

    /// The conditions on one certificate.
    static let matcher = PolicyKeyTable(
        "matcher",
        title: "Matchers of `constraints`",
        mapping: "a matcher of `constraints`",
        page: "Constraints",
        heads: ["condition", "requirement"],
        [
            PolicyKey(
                "subject",
                "issuer",
                meaning:
                    "patterns by attribute name, as in `directoryNames` of `allowedClients`. For each given attribute "
                    + "name, the subject or the issuer's name has at least one value, and each value matches one of the "
                    + "patterns"
            ),
            PolicyKey(
                "dnsNames",
                "uris",
                "emails",
                meaning:
                    "patterns of dNSName, uniformResourceIdentifier and rfc822Name names, as in `allowedClients`. "
                    + "`every`: the certificate has such names, and each matches. `some`: at least one matches. `none`: "
                    + "none matches"
            ),
            PolicyKey(
                "key",
                meaning:
                    "`types`: `ec`, `rsa`, `ed25519`, `ed448`, `dsa`. `minimumBits`: the size of the modulus, prime or "
                    + "field, for every type of key. `curves`: `P-256`, `P-384`, `P-521`, `P-192`, `P-224`, `secp256k1`, "
                    + "`brainpoolP256r1`, `brainpoolP384r1`, `brainpoolP512r1`, or object identifiers"
            ),
            PolicyKey(
                "signatureAlgorithms",
                meaning:
                    "`rsaPKCS1WithSHA256`, `rsaPSSWithSHA256` and `ecdsaWithSHA256`, each also with `SHA384` and "
                    + "`SHA512`, `ed25519`, `ed448`, or object identifiers"
            ),
            PolicyKey(
                "serialNumbers",
                meaning: "serial numbers in hexadecimal, with or without colons and leading zeros"
            ),
            PolicyKey("sha256", meaning: "SHA-256 digests of certificates, as 64 hexadecimal digits"),
            PolicyKey(
                "spkiSha256",
                meaning: "SHA-256 digests of public keys, as key pins (`sha256/` and base64) or 64 hexadecimal digits"
            ),
            PolicyKey("certificatePolicies", meaning: "object identifiers of certificate policies, or `anyPolicy`"),
            PolicyKey(
                "extendedKeyUsage",
                meaning:
                    "`includes`: the extension names all these purposes. `only`: the extension is present and names no "
                    + "other purpose. Purposes are `serverAuth`, `clientAuth`, `emailProtection`, `codeSigning`, "
                    + "`anyExtendedKeyUsage`, or object identifiers"
            ),
            PolicyKey(
                "extensions",
                meaning: "object identifiers of extensions: `present`, `absent`, or present and `critical`"
            ),
            PolicyKey(
                "notBefore",
                meaning:
                    "`after` and `before`: the validity period begins after and before these times, which are excluded. A "
                    + "day means its first second in UTC"
            ),
        ]
    )

    /// The requirements on revocation evidence.
    static let revocation = PolicyKeyTable(
        "revocation",
        page: "Revocation",
        [
            PolicyKey(
                "methods",
                meaning: "the methods whose good answers are used: a list of `ocsp` and `crl`",
                default: "both"
            ),
            PolicyKey(
                "prefer",
                meaning: "the method whose good answer is reported if both methods give a good answer",
                default: "`ocsp` if it is in `methods`"
            ),
            PolicyKey(
                "scope",
                meaning: "the certificates that need an answer: the `leaf`, or the whole `chain` except the anchor",
                default: "`chain`"
            ),
            PolicyKey(
                "requirePositiveResponse",
                meaning:
                    "whether a certificate without a good answer is an error (hard fail) instead of a warning (soft fail)",
                default: "`false`"
            ),
            PolicyKey(
                "networkAccess",
                meaning: "whether missing evidence is fetched, see <doc:Revocation#Fetched-evidence>",
                default: "`false`"
            ),
            PolicyKey(
                "shortLived",
                meaning: "the longest validity of certificates that need no evidence, such as `7d`, both ends included",
                default: "all certificates need evidence; under `webpki` see <doc:Profiles#The-calendar-of-the-web>"
            ),
            PolicyKey(
                "noRevAvail",
                meaning:
                    "whether end-entity certificates with the extension noRevAvail (RFC 9608) need no evidence "
                    + "(`accept`), or are rejected without evidence (`deny`)",
                default: "`accept`"
            ),
            PolicyKey(
                "withoutNextUpdate",
                meaning:
                    "the maximum age of OCSP responses without `nextUpdate`, such as `10m`; with `0`, only the request "
                    + "that fetched such a response uses it",
                default: "`1h`"
            ),
            PolicyKey(
                "crls",
                meaning: "CRLs of the policy: PEM text, files or directories (`.crl`, `.der`, `.pem`)",
                default: "none"
            ),
            PolicyKey(
                "ocsp",
                meaning: "OCSP responses of the policy: base64 DER, files or directories (`.der`, `.ocsp`)",
                default: "none"
            ),
        ]
    )

    /// The requirements on certificate timestamps.
    static let transparency = PolicyKeyTable(
        "transparency",
        page: "Transparency",
        [
            PolicyKey(
                "preset",
                meaning: "the numbers of a client, `chrome` or `apple`; excludes the other keys",
                default: "none"
            ),
            PolicyKey(
                "scts.upTo180Days",
                meaning: "the number of logs for a leaf that is valid for up to 180 days, 1 to 10",
                default: "2"
            ),
            PolicyKey("scts.longer", meaning: "the number of logs for other leaves, 1 to 10", default: "3"),
            PolicyKey("operators", meaning: "the number of operators of these logs, 1 to 10", default: "2"),
            PolicyKey("maximumListAge", meaning: "the age from which the list is too old", default: "`70d`"),
        ]
    )

    /// The keys of a constraint on trust anchors.
    static let anchorConstraints = PolicyKeyTable(
        "anchorConstraints",
        page: "Anchors",
        [
            PolicyKey(
                "anchor",
                meaning:
                    "`sha256/` and the base64 of the SHA-256 of the anchor's SubjectPublicKeyInfo, or the anchor's "
                    + "certificate as PEM text or a file. Each certificate of a file is an anchor"
            ),
            PolicyKey(
                "anyOf",
                meaning:
                    "alternatives, one of which must hold for a path that ends in the anchor. An empty list is full "
                    + "distrust"
            ),
            PolicyKey(
                "source",
                "asOf",
                meaning:
                    "the origin of the decision and the day or time of its data, which verdicts contain; both are "
                    + "optional"
            ),
        ]
    )

    /// The conditions of an alternative, all of which must hold.
    static let anchorConditions = PolicyKeyTable(
        "anchorConditions",
        title: "Alternatives of `anchorConstraints`",
        mapping: "`anchorConstraints`",
        page: "Anchors",
        heads: ["condition", "holds if"],
        [
            PolicyKey("leafNotBeforeUntil", meaning: "the leaf's notBefore is not later"),
            PolicyKey(
                "sctNotAfter",
                meaning:
                    "the time of at least one verified SCT of the leaf is not later. It does not hold without the log "
                    + "list `evidence.logList`, or if no SCT is accepted (<doc:Transparency>), and the reason states why. "
                    + "The policy needs no `transparency`"
            ),
            PolicyKey(
                "dnsNames",
                meaning:
                    "the leaf has a DNS name, and each of its DNS names matches a pattern. The patterns are those of "
                    + "`constraints`, except that wildcards may be directly below a public suffix, such as `**.tr`"
            ),
            PolicyKey(
                "purposes",
                meaning:
                    "the policy's `purpose` is in the list, or the list contains `any`. This also applies to the profile "
                    + "`basicX509`, which ignores the purpose of the leaf"
            ),
            PolicyKey("until", meaning: "the time of evaluation is not later"),
        ]
    )

    /// The keys of an exception.
    static let exceptions = PolicyKeyTable(
        "exceptions",
        page: "Enforcement",
        [
            PolicyKey(
                "codes",
                meaning:
                    "reason codes whose result is `recoverableTrustFailure`; other codes, such as "
                    + "`chain.signatureInvalid`, are errors of the document"
            ),
            PolicyKey(
                "chain",
                meaning:
                    "the SHA-256 digests of the certificates of the evaluated path, leaf first, with the anchor if there "
                    + "is one; `path` of a verdict lists them"
            ),
            PolicyKey(
                "host",
                meaning:
                    "the host in the request; required if the policy validates the host. Without `host`, the exception "
                    + "applies to requests without a host"
            ),
            PolicyKey(
                "until",
                meaning:
                    "the last second at which the exception applies: a time, or a day, which means its last second in UTC"
            ),
        ]
    )
}
