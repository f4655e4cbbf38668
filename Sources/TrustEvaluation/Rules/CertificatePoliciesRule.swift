import TrustModel

/// Requires a valid policy tree where certificates or the policy ask for one (RFC 5280 section 6.1.5 (g)).
struct CertificatePoliciesRule: Rule {
    let name = "certificatePolicies"
    let nativeCodes: Set<ReasonCode> = [.constraintPolicy]

    func judge(_ context: PathContext) -> RuleOutcome {
        let inputs = context.requirements.certificatePolicies ?? CertificatePolicyInputs()
        let findings = context.violations(of: nativeCodes).map { violation in
            Finding(
                .constraintPolicy,
                depth: violation.depth,
                message: "The certificate policies of the path do not meet what is required: \(violation.text).",
                facts: [
                    Fact("initialPolicySet", inputs.initialPolicySet.map(\.description)),
                    Fact("requireExplicitPolicy", inputs.requireExplicitPolicy),
                ],
                nativeCode: violation.nativeCode
            )
        }
        return .judged(findings, why: "the policy tree was computed")
    }
}
