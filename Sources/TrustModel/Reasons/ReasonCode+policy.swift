extension ReasonCode {
    /// `policy.noMatch`.
    package static let policyNoMatch = ReasonCode(
        "policy.noMatch",
        .denied,
        rank: 1,
        meaning: "The policy set has no policy for this host.",
        remedy: "Add a rule for the host to `hosts` in the policy set, or set `otherwise` to the name of a policy.",
        reference: "Alamofire allHostsMustBeEvaluated"
    )

    /// `policy.disabled`.
    package static let policyDisabled = ReasonCode(
        "policy.disabled",
        .recoverable,
        rank: 130,
        meaning: "The policy disables evaluation: any chain is accepted.",
        remedy: "Change the policy's `evaluator` to `default`.",
        reference: "Alamofire disableEvaluation"
    )

    /// `policy.guardRefused`.
    package static let policyGuardRefused = ReasonCode(
        "policy.guardRefused",
        .denied,
        rank: 2,
        meaning:
            "The policy rejects the chain: it validates the domain name and allows invalid certificates, but has no pins.",
        remedy: "Add pins and a pinning mode, or turn off `allowInvalidCertificates` or `validatesDomainName`.",
        reference: "AFNetworking AFSecurityPolicy"
    )

    /// `policy.clientNotAllowed`.
    package static let policyClientNotAllowed = ReasonCode(
        "policy.clientNotAllowed",
        .denied,
        rank: 3,
        meaning: "No name of the client's certificate is in the policy's list of clients.",
        remedy: "If this client may connect, add one of its names to the policy's `allowedClients`.",
        reference: "anchord",
        reportMode: .waived
    )

    /// `policy.constraintViolated`.
    package static let policyConstraintViolated = ReasonCode(
        "policy.constraintViolated",
        .denied,
        rank: 62,
        meaning: "The path, or a certificate of it, violates a constraint of the policy.",
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
        meaning: "The script of the policy rejects the path, or failed.",
        remedy: "If this chain should be accepted, change the script; its reason is in the message.",
        reference: "Alamofire customEvaluation",
        reportMode: .waived
    )

    /// `policy.svidInvalid`.
    package static let policySVIDInvalid = ReasonCode(
        "policy.svidInvalid",
        .fatal,
        rank: 61,
        meaning: "The leaf is not an X.509-SVID of a workload, or the SPIFFE ID of an issuer is invalid.",
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
        meaning: "A SPIFFE ID of the path belongs to another trust domain than the trust anchor, or than its issuer.",
        remedy:
            "Get an X.509-SVID from a CA of its own trust domain. If the trust anchor is a CA of that domain, add it to the "
            + "domain in the policy's `trustDomains`, or correct `trustDomain`.",
        reference: "SPIFFE X509-SVID §3.2, §5.2; SPIFFE Federation §7.3"
    )
}
