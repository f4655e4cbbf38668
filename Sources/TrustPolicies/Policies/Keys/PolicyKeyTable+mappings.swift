extension PolicyKeyTable {
    /// The lists of names of which one must match.
    static let allowedClients = PolicyKeyTable(
        "allowedClients",
        page: "Constraints",
        """
        list | compared with | pattern
        uris | uniformResourceIdentifier names | in the path, `*` is one segment and `**` any number of segments, \
        once. Scheme and authority are compared without regard to case, the path exactly
        dnsNames | dNSName names | as in `hosts`: `*.` is one label, `**.` one or more labels. A wildcard in a \
        certificate never matches
        emails | rfc822Name names | a mailbox, or `*@` and a domain. The case of letters matters only in the local \
        part
        userPrincipalNames | the user principal names of smart cards (otherName 1.3.6.1.4.1.311.20.2.3) | a name, \
        or `*@` and a suffix. The case of ASCII letters is ignored, because Active Directory does not distinguish \
        it; other characters are compared exactly
        directoryNames | the subject | attributes, all of which must match. `*` is any number of characters, at \
        most four times in a value. The case of ASCII letters is ignored
        """
    )

    /// The inputs of certificate policy processing.
    static let certificatePolicies = PolicyKeyTable(
        "certificatePolicies",
        page: "Constraints",
        """
        key | meaning (RFC 5280 §6.1.1) | default
        initialPolicySet | the object identifiers of the acceptable policies, or `anyPolicy` | `[anyPolicy]`
        requireExplicitPolicy | whether the path must be valid for a policy in `initialPolicySet` | `false`
        inhibitPolicyMapping | whether policy mappings by CAs are prohibited | `false`
        inhibitAnyPolicy | whether `anyPolicy` in a certificate is ignored | `false`
        """
    )

    /// The requirements on a path, which also `allOf`, `anyOf` and `not` contain.
    static let constraints = PolicyKeyTable(
        "constraints",
        page: "Constraints",
        """
        key | requirement
        maximumLifetime | the leaf's validity period, from its first to its last second, is at most as long. The \
        reason is `time.validityTooLong`; within `allOf`, `anyOf` and `not`, it is `policy.constraintViolated`
        minimumRemaining | from the time of evaluation to notAfter of the leaf, at least this time remains
        leaf | a matcher of the leaf
        issuer | a matcher of the certificate directly above the leaf, which can be the trust anchor
        anchor | a matcher of the trust anchor
        every | a matcher of every certificate of the path, including the leaf and the trust anchor
        some | a matcher of at least one certificate of the path
        allOf | a list of mappings with these keys, each of which must be met
        anyOf | a list of mappings with these keys, one of which must be met; a violation is one error for the \
        whole list
        not | a mapping with these keys, which must not be met; a violation is one error
        """
    )

    /// The conditions on one certificate.
    static let matcher = PolicyKeyTable(
        "matcher",
        title: "Matchers of `constraints`",
        mapping: "a matcher of `constraints`",
        page: "Constraints",
        """
        condition | requirement
        subject, issuer | patterns by attribute name, as in `directoryNames` of `allowedClients`. For each given \
        attribute name, the subject or the issuer's name has at least one value, and each value matches one of the \
        patterns
        dnsNames, uris, emails | patterns of dNSName, uniformResourceIdentifier and rfc822Name names, as in \
        `allowedClients`. `every`: the certificate has such names, and each matches. `some`: at least one matches. \
        `none`: none matches
        key | `types`: `ec`, `rsa`, `ed25519`, `ed448`, `dsa`, or a parameter set of ML-DSA or SLH-DSA, such as \
        `ML-DSA-65`. `minimumBits`: the size of the modulus, prime or field. Keys for ML-DSA and SLH-DSA do not have \
        this size, and never match it. `curves`: `P-256`, `P-384`, `P-521`, `P-192`, `P-224`, `secp256k1`, \
        `brainpoolP256r1`, `brainpoolP384r1`, `brainpoolP512r1`, or object identifiers
        signatureAlgorithms | `rsaPKCS1WithSHA256`, `rsaPSSWithSHA256` and `ecdsaWithSHA256`, each also with \
        `SHA384` and `SHA512`, `ed25519`, `ed448`, the parameter sets of ML-DSA and SLH-DSA, or object identifiers
        serialNumbers | serial numbers in hexadecimal, with or without colons and leading zeros
        sha256 | SHA-256 digests of certificates, as 64 hexadecimal digits
        spkiSha256 | SHA-256 digests of public keys, as key pins (`sha256/` and base64) or 64 hexadecimal digits
        certificatePolicies | object identifiers of certificate policies, or `anyPolicy`
        extendedKeyUsage | `includes`: the extension names all these purposes. `only`: the extension is present \
        and names no other purpose. Purposes are `serverAuth`, `clientAuth`, `emailProtection`, `codeSigning`, \
        `anyExtendedKeyUsage`, or object identifiers
        extensions | object identifiers of extensions: `present`, `absent`, or present and `critical`
        notBefore | `after` and `before`: the validity period begins after and before these times, which are \
        excluded. A day means its first second in UTC
        """
    )

    /// The requirements on revocation evidence.
    static let revocation = PolicyKeyTable(
        "revocation",
        page: "Revocation",
        """
        key | meaning | default
        methods | the methods whose good answers are used: a list of `ocsp` and `crl` | both
        prefer | the method whose good answer is reported if both methods give a good answer | `ocsp` if it is in \
        `methods`
        scope | the certificates that need an answer: the `leaf`, or the whole `chain` except the anchor | `chain`
        requirePositiveResponse | whether a certificate without a good answer is an error (hard fail) instead of a \
        warning (soft fail) | `false`
        networkAccess | whether missing evidence is fetched, see <doc:Revocation#Fetched-evidence> | `false`
        shortLived | the longest validity of certificates that need no evidence, such as `7d`, both ends included \
        | all certificates need evidence; under `webpki` see <doc:Profiles#The-calendar-of-the-web>
        noRevAvail | whether end-entity certificates with the extension noRevAvail (RFC 9608) need no evidence \
        (`accept`), or are rejected without evidence (`deny`) | `accept`
        withoutNextUpdate | the maximum age of OCSP responses without `nextUpdate`, such as `10m`; with `0`, only \
        the request that fetched such a response uses it | `1h`
        crls | CRLs of the policy: PEM text, files or directories (`.crl`, `.der`, `.pem`) | none
        ocsp | OCSP responses of the policy: base64 DER, files or directories (`.der`, `.ocsp`) | none
        """
    )

    /// The requirements on certificate timestamps.
    static let transparency = PolicyKeyTable(
        "transparency",
        page: "Transparency",
        """
        key | meaning | default
        preset | the numbers of a client, `chrome` or `apple`; excludes the other keys | none
        scts.upTo180Days | the number of logs for a leaf that is valid for up to 180 days, 1 to 10 | 2
        scts.longer | the number of logs for other leaves, 1 to 10 | 3
        operators | the number of operators of these logs, 1 to 10 | 2
        maximumListAge | the age from which the list is too old | `70d`
        """
    )

    /// The keys of a constraint on trust anchors.
    static let anchorConstraints = PolicyKeyTable(
        "anchorConstraints",
        page: "Anchors",
        """
        key | meaning
        anchor | `sha256/` and the base64 of the SHA-256 of the anchor's SubjectPublicKeyInfo, or the anchor's \
        certificate as PEM text or a file. Each certificate of a file is an anchor
        anyOf | alternatives, one of which must hold for a path that ends in the anchor. An empty list is full \
        distrust
        source, asOf | the origin of the decision and the day or time of its data, which verdicts contain; both \
        are optional
        """
    )

    /// The conditions of an alternative, all of which must hold.
    static let anchorConditions = PolicyKeyTable(
        "anchorConditions",
        title: "Alternatives of `anchorConstraints`",
        mapping: "`anyOf` of `anchorConstraints`",
        page: "Anchors",
        """
        condition | holds if
        leafNotBeforeUntil | the leaf's notBefore is not later
        sctNotAfter | the time of at least one verified SCT of the leaf is not later. It does not hold without the \
        log list `evidence.logList`, or if no SCT is accepted (<doc:Transparency>), and the reason states why. The \
        policy needs no `transparency`
        dnsNames | the leaf has a DNS name, and each of its DNS names matches a pattern. The patterns are those of \
        `constraints`, except that wildcards may be directly below a public suffix, such as `**.tr`
        purposes | the policy's `purpose` is in the list, or the list contains `any`. This also applies to the \
        profile `basicX509`, which ignores the purpose of the leaf
        until | the time of evaluation is not later
        """
    )

    /// The keys of an exception.
    static let exceptions = PolicyKeyTable(
        "exceptions",
        page: "Enforcement",
        """
        key | meaning
        codes | reason codes whose result is `recoverableTrustFailure`; other codes, such as \
        `chain.signatureInvalid`, are errors of the document
        chain | the SHA-256 digests of the certificates of the evaluated path, leaf first, with the anchor if \
        there is one; `path` of a verdict lists them
        host | the host in the request; required if the policy validates the host. Without `host`, the exception \
        applies to requests without a host
        until | the last second at which the exception applies: a time, or a day, which means its last second in \
        UTC
        """
    )
}
