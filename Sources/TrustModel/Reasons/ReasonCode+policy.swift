extension ReasonCode {
    /// `policy.noMatch`.
    package static let policyNoMatch = ReasonCode(
        "policy.noMatch",
        .denied,
        rank: 1,
        "The policy set has no policy for this host.",
        remedy: "Add the host to the `hosts` of the policy set, or name a policy in its `otherwise`.",
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
        "Validating a domain name for self-signed certificates requires pinning.",
        remedy: "Add pins and a pinning mode, or turn off `allowInvalidCertificates` or `validatesDomainName`.",
        reference: "AFNetworking AFSecurityPolicy"
    )
}
