extension ReasonCode {
    /// `policy.blocked`.
    package static let policyBlocked = ReasonCode(
        "policy.blocked",
        .denied,
        rank: 1,
        downgrading: .forbidden("remove the block"),
        meaning: "The operator has blocked a certificate or its key under all policies.",
        cause: """
            A block of <doc:Blocks> matches the leaf, a certificate of every path that would otherwise be accepted, or, \
            if the policy validates no path, a certificate that was sent. The facts `block` and `reason` have the name \
            and the reason of the block, and `until` its end. No policy, floor, exception or report mode changes this.
            """,
        remedy:
            "Get a new certificate with a new key, or one from another CA. If the certificate is blocked by mistake, remove "
            + "the block that the message names.",
        reference: "OneCRL",
        reportMode: .alwaysDenied
    )

    /// `policy.noMatch`.
    package static let policyNoMatch = ReasonCode(
        "policy.noMatch",
        .denied,
        rank: 1,
        downgrading: .forbidden("change `hosts` or `otherwise`"),
        meaning: "The policy set has no policy for this host.",
        cause: """
            The matching host rule, or `otherwise` if no rule matches, is `deny`. With `performDefaultHandling` the \
            reason is a notice.
            """,
        remedy: "Add a rule for the host to `hosts` in the policy set, or set `otherwise` to the name of a policy.",
        reference: "Alamofire allHostsMustBeEvaluated"
    )

    /// `policy.disabled`.
    package static let policyDisabled = ReasonCode(
        "policy.disabled",
        .recoverable,
        rank: 130,
        downgrading: .neverError("it is already a warning"),
        meaning: "The policy disables evaluation: any chain is accepted.",
        cause: "The policy has `evaluator: disabled`.",
        remedy: "Change the policy's `evaluator` to `default`.",
        reference: "Alamofire disableEvaluation"
    )

    /// `policy.guardRefused`.
    package static let policyGuardRefused = ReasonCode(
        "policy.guardRefused",
        .denied,
        rank: 2,
        downgrading: .forbidden("change the policy"),
        meaning:
            "The policy rejects the chain: it validates the domain name and allows invalid certificates, but has no pins.",
        cause: """
            The request has a host, and the policy has `allowInvalidCertificates` and `validatesDomainName`, but no \
            pins. A name in a certificate proves nothing if any issuer is accepted.
            """,
        remedy: "Add pins and a pinning mode, or turn off `allowInvalidCertificates` or `validatesDomainName`.",
        reference: "AFNetworking AFSecurityPolicy"
    )

    /// `policy.clientNotAllowed`.
    package static let policyClientNotAllowed = ReasonCode(
        "policy.clientNotAllowed",
        .denied,
        rank: 3,
        downgrading: .forbidden("change the policy"),
        meaning: "No name of the client's certificate is in the policy's list of clients.",
        cause: """
            The policy has `allowedClients`, and none of its patterns matches the leaf. The facts list the URIs, DNS \
            names, mailboxes and the subject of the leaf.
            """,
        remedy: "If this client may connect, add one of its names to the policy's `allowedClients`.",
        reference: "anchord",
        reportMode: .waived
    )

    /// `policy.constraintViolated`.
    package static let policyConstraintViolated = ReasonCode(
        "policy.constraintViolated",
        .denied,
        rank: 62,
        downgrading: .forbidden("change the policy"),
        meaning: "The path, or a certificate of it, violates a constraint of the policy.",
        cause: """
            The policy has `constraints`, and the path does not meet the one at `pointer`. The fact `pointer` is a \
            JSON pointer into the policy document, or into the request for an inline policy. The facts `expected` and \
            `found` are the compared values. A value that applications can read in different ways is a violation too.
            """,
        remedy:
            "Send a chain that meets the constraint, such as one with a certificate that was reissued with the expected "
            + "values. If this chain may be accepted, change or remove the constraint in the policy's `constraints`.",
        reference: "anchord",
        reportMode: .waived
    )

    /// `policy.customRejected`.
    package static let policyCustomRejected = ReasonCode(
        "policy.customRejected",
        .denied,
        rank: 4,
        downgrading: .forbidden("change the policy"),
        meaning: "The script of the policy rejects the path, or failed.",
        cause: """
            The policy has `evaluator: custom`, and its function `evaluate` returned false. The message has the reason \
            that the script gives. Or the script raised an error or exceeded a limit; then the fact `failure` has the \
            kind of failure.
            """,
        remedy: "If this chain should be accepted, change the script; its reason is in the message.",
        reference: "Alamofire customEvaluation",
        reportMode: .waived
    )

    /// `policy.svidInvalid`.
    package static let policySVIDInvalid = ReasonCode(
        "policy.svidInvalid",
        .fatal,
        rank: 61,
        downgrading: .forbidden("change the policy"),
        meaning: "The leaf is not an X.509-SVID of a workload, or the SPIFFE ID of an issuer is invalid.",
        cause: """
            The policy has `profile: spiffe`. The leaf has no URI or several, its URI is not a SPIFFE ID with a path, \
            or it is a CA certificate or may sign certificates or CRLs. Or a CA certificate has a malformed SPIFFE ID, \
            a SPIFFE ID with a path, or a second URI. The message gives the defect.
            """,
        remedy:
            "Have the certificate reissued as an X.509-SVID: exactly one URI, a SPIFFE ID with a path in a leaf and without "
            + "a path in a CA certificate. If the peer has no SPIFFE ID, use another `profile`.",
        reference: "SPIFFE X509-SVID §2, §3, §5.2"
    )

    /// `policy.trustDomainMismatch`.
    package static let policyTrustDomainMismatch = ReasonCode(
        "policy.trustDomainMismatch",
        .fatal,
        rank: 61,
        downgrading: .forbidden("change the policy"),
        meaning: "A SPIFFE ID of the path belongs to another trust domain than the trust anchor, or than its issuer.",
        cause: """
            A CA of one trust domain issued a certificate for a workload or CA of another. The policy binds the anchor \
            to trust domains by `trustDomain` or `trustDomains`, or the anchor has a SPIFFE ID of its own. SPIFFE only \
            recommends that an issuer has the same trust domain, but without it nothing proves that the CA was \
            authorized.
            """,
        remedy:
            "Get an X.509-SVID from a CA of its own trust domain. If the trust anchor is a CA of that domain, add it to the "
            + "domain in the policy's `trustDomains`, or correct `trustDomain`.",
        reference: "SPIFFE X509-SVID §3.2, §5.2; SPIFFE Federation §7.3"
    )
}
