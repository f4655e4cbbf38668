import TrustModel

/// Requires a valid policy tree where certificates or the policy ask for one (RFC 5280 section 6.1.5 (g)).
struct CertificatePoliciesRule: Rule {
    static let name = "certificatePolicies"
    static let nativeCodes: Set<ReasonCode> = [.constraintPolicy]

    func judge(_ context: PathContext) -> RuleOutcome {
        let inputs = context.requirements.certificatePolicies ?? CertificatePolicyInputs()
        let mapping = context.certificates.dropFirst().compactMap { Self.mapping($0.facts, $0.depth, context) }
        let rest = context.violations(of: Self.nativeCodes).filter { violation in
            !mapping.contains { $0.depth == violation.depth }
        }
        let findings =
            mapping
            + rest.map { violation in
                Finding(
                    .constraintPolicy,
                    depth: violation.depth,
                    message: "The certificate policies of the path do not meet what is required: \(violation.text).",
                    facts: [
                        Fact("initialPolicySet", inputs.initialPolicySet.map(\.description)),
                        Fact("requireExplicitPolicy", inputs.requireExplicitPolicy),
                        Fact(
                            "authorityConstrainedPolicySet",
                            Self.texts(context.library.policies?.authorityConstrained ?? [])
                        ),
                    ],
                    nativeCode: violation.nativeCode
                )
            }
        return .judged(findings.isEmpty ? notices(context) : findings, why: context.why(why(context.library.policies)))
    }

    /// An authority that maps `anyPolicy` (section 6.1.4 (a)); OpenSSL looks at mappings only beside policies.
    private static func mapping(_ facts: CertificateFacts, _ depth: Int, _ context: PathContext) -> Finding? {
        guard facts.extensions.mapsAnyPolicy, !context.isAnchor(depth) else { return nil }
        return Finding(
            .constraintPolicy,
            depth: depth,
            message: "\(facts.displayName) maps a certificate policy from or to anyPolicy.",
            nativeCode: context.native(.constraintPolicy, at: depth)
        )
    }

    /// Told where the policy asks for certificate policies: nearly every public certificate has some.
    private func notices(_ context: PathContext) -> [Finding] {
        guard context.requirements.certificatePolicies != nil, let policies = context.library.policies else {
            return []
        }
        let accepted = Self.texts(policies.userConstrained)
        let names = accepted.isEmpty ? "none that is accepted" : accepted.joined(separator: ", ")
        return [
            Finding(
                .noticeCertificatePolicies,
                severity: .notice,
                message: "The path is valid for these certificate policies: \(names).",
                facts: [
                    Fact("userConstrainedPolicySet", accepted),
                    Fact("authorityConstrainedPolicySet", Self.texts(policies.authorityConstrained)),
                ]
            )
        ]
    }

    private func why(_ policies: ValidPolicies?) -> String {
        let known = Self.texts(policies?.authorityConstrained ?? [])
        return "the policy tree was computed" + (known.isEmpty ? "" : ": it has \(known.joined(separator: ", "))")
    }

    /// Sorted; the first hundred.
    private static func texts(_ policies: [OID]) -> [String] {
        policies.map(\.description).sorted().prefix(100).map(\.self)
    }
}
