/// Policy.
extension ReasonCode {
    /// `policy.noMatch`.
    package static let policyNoMatch = ReasonCode(
        "policy.noMatch",
        .denied,
        rank: 1,
        "The policy set has no policy for this host.",
        remedy: "Add the host to the set's hosts, or set otherwise.",
        reference: "Alamofire allHostsMustBeEvaluated"
    )

    /// `policy.disabled`.
    package static let policyDisabled = ReasonCode(
        "policy.disabled",
        .recoverable,
        rank: 130,
        "Evaluation is turned off by the policy: any chain is accepted.",
        remedy: "Use the evaluator default.",
        reference: "Alamofire disableEvaluation"
    )

    /// `policy.guardRefused`.
    package static let policyGuardRefused = ReasonCode(
        "policy.guardRefused",
        .denied,
        rank: 2,
        "To validate a domain name for self-signed certificates you must use pinning.",
        remedy: "Add pins and a pinning mode, or do without allowInvalidCertificates or validatesDomainName.",
        reference: "AFNetworking AFSecurityPolicy"
    )
}
