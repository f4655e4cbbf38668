extension ReasonCode {
    /// `policy.noMatch`.
    package static let policyNoMatch = ReasonCode(
        "policy.noMatch",
        .denied,
        rank: 1,
        "The policy set has no policy for this host.",
        remedy: "Add a rule for the host to `hosts` in the policy set, or set `otherwise` to the name of a policy.",
        reference: "Alamofire allHostsMustBeEvaluated"
    )

    /// `policy.disabled`.
    package static let policyDisabled = ReasonCode(
        "policy.disabled",
        .recoverable,
        rank: 130,
        "The policy disables evaluation: any chain is accepted.",
        remedy: "Change the policy's `evaluator` to `default`.",
        reference: "Alamofire disableEvaluation"
    )

    /// `policy.guardRefused`.
    package static let policyGuardRefused = ReasonCode(
        "policy.guardRefused",
        .denied,
        rank: 2,
        "The policy rejects the chain: it validates the domain name and allows invalid certificates, but has no pins.",
        remedy: "Add pins and a pinning mode, or turn off `allowInvalidCertificates` or `validatesDomainName`.",
        reference: "AFNetworking AFSecurityPolicy"
    )

    /// `policy.clientNotAllowed`.
    package static let policyClientNotAllowed = ReasonCode(
        "policy.clientNotAllowed",
        .denied,
        rank: 3,
        "No name of the client's certificate is in the policy's list of clients.",
        remedy: "If this client may connect, add one of its names to the policy's `allowedClients`.",
        reference: "anchord"
    )
}
