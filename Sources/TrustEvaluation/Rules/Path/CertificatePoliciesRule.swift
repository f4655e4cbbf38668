import TrustModel

/// Requires a valid certificate policy if a certificate or the trust policy requires one (RFC 5280 section 6.1.5 (g)).
struct CertificatePoliciesRule: Rule {
    static let name = "certificatePolicies"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let inputs = context.requirements.certificatePolicies ?? CertificatePolicyInputs()
        // Policy processing excludes the last certificate: the trust anchor, or the end of a path without an anchor.
        let certificates = context.certificates.dropLast()
        var findings = certificates.compactMap { depth, facts in Self.unusable(facts, depth) }
        guard isProcessingNeeded(certificates.map(\.facts), context) else { return .applied(findings, why: "") }
        let processing = PolicyProcessing(of: certificates.map(\.facts), inputs)
        if processing.isRequirementMissed { findings.append(Self.missed(inputs, processing.policies)) }
        if findings.isEmpty { findings = notices(context, processing.policies) }
        return .applied(findings, why: context.why(why(processing.policies)))
    }

    /// Whether policy processing can affect the findings, or its result is part of the verdict.
    private func isProcessingNeeded(_ certificates: [CertificateFacts], _ context: PathContext) -> Bool {
        context.isExplained || context.requirements.certificatePolicies != nil
            || certificates.contains { $0.extensions.policyConstraints?.requireExplicitPolicy != nil }
    }

    private static func missed(_ inputs: CertificatePolicyInputs, _ policies: ValidPolicies?) -> Finding {
        Finding(
            .constraintPolicy,
            depth: 0,
            message:
                "The trust policy or a certificate requires an accepted certificate policy, but the path is valid for "
                + "none.",
            facts: [
                Fact("initialPolicySet", inputs.initialPolicySet.map(\.description)),
                Fact("requireExplicitPolicy", inputs.requireExplicitPolicy),
                Fact("authorityConstrainedPolicySet", texts(policies?.authorityConstrained ?? [])),
            ]
        )
    }

    /// Returns the finding that a certificate has invalid policy extensions; nil if they are valid.
    private static func unusable(_ facts: CertificateFacts, _ depth: Int) -> Finding? {
        guard let fault = fault(of: facts.extensions, depth) else { return nil }
        return Finding(.constraintPolicy, depth: depth, message: "\(facts.displayName) \(fault).")
    }

    private static func fault(of extensions: CertificateExtensions, _ depth: Int) -> String? {
        if depth > 0, extensions.policyMappings.contains(where: \.isOfAnyPolicy) {
            // RFC 5280 section 6.1.4 (a)
            return "maps a certificate policy from or to anyPolicy"
        }
        if let policies = extensions.certificatePolicies, isAnyRepeated(policies) {
            // RFC 5280 section 4.2.1.4
            return "lists a certificate policy twice"
        }
        return extensions.malformed.first { ofPolicies.contains($0.type) }.map {
            "has a malformed extension \($0.type.extensionLabel)"
        }
    }

    private static let ofPolicies: [OID] = [
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy,
    ]

    private static func isAnyRepeated(_ policies: [OID]) -> Bool {
        guard policies.count > 1 else { return false }
        let sorted = policies.sorted()
        return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    }

    /// Returns the notice about the valid policies if the trust policy has `certificatePolicies`.
    private func notices(_ context: PathContext, _ policies: ValidPolicies?) -> [Finding] {
        guard context.requirements.certificatePolicies != nil else { return [] }
        let accepted = Self.texts(policies?.userConstrained ?? [])
        let message =
            accepted.isEmpty
            ? "The path is not valid for any accepted certificate policy."
            : "The path is valid for these certificate policies: \(accepted.joined(separator: ", "))."
        return [
            Finding(
                .noticeCertificatePolicies,
                severity: .notice,
                message: message,
                facts: [
                    Fact("userConstrainedPolicySet", accepted),
                    Fact("authorityConstrainedPolicySet", Self.texts(policies?.authorityConstrained ?? [])),
                ]
            )
        ]
    }

    private func why(_ policies: ValidPolicies?) -> String {
        let known = Self.texts(policies?.authorityConstrained ?? [])
        return "the path's valid certificate policies were computed"
            + (known.isEmpty ? "" : ": \(known.joined(separator: ", "))")
    }

    private static func texts(_ policies: [OID]) -> [String] {
        policies.prefix(100).map(\.description)
    }
}
