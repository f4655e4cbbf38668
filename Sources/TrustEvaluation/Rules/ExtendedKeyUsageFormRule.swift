import TrustModel

/// Requires extended key usage as the Baseline Requirements have it: in a server's certificate there, and in that and its
/// intermediates not critical and without purposes that do not go with a server's (CA/Browser Forum Baseline Requirements
/// sections 7.1.2.7.6, 7.1.2.7.10 and 7.1.2.10.6); in a root not at all (section 7.1.2.1.2).
///
/// Intermediates may leave it out, as cross-certificates do (section 7.1.2.2.3).
struct ExtendedKeyUsageFormRule: Rule {
    static let name = "extendedKeyUsageForm"

    /// The purposes that sections 7.1.2.7.10 and 7.1.2.10.6 forbid, the signing of precertificates (RFC 6962 section 3.1)
    /// among them.
    private static let forbidden: [OID] = [
        .anyExtendedKeyUsage, .codeSigning, .emailProtection, .timeStamping, .ocspSigning,
        OID(1, 3, 6, 1, 4, 1, 11129, 2, 4, 4),
    ]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let why = "extended key usage of each certificate was looked at"
        let roots = rootFindings(context)
        guard context.requirements.purpose == .serverAuth else { return .applied(roots, why: why) }
        let others = context.findings { depth, facts in
            depth > 0 && context.isRoot(depth) ? [] : Self.findings(of: facts, at: depth)
        }
        return .applied(others.and(roots), why: why)
    }

    private static func findings(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        let type = OID.extendedKeyUsage
        guard facts.extensions.contains(type) else {
            let message = "\(facts.displayName) has no extended key usage."
            return depth == 0 ? [Finding(.webpkiExtendedKeyUsageMissing, depth: depth, message: message)] : []
        }
        var findings: [Finding] = []
        if facts.extensions.isCritical(type) {
            let message = "The extended key usage of \(facts.displayName) is critical."
            findings.append(Finding(.webpkiExtendedKeyUsageCritical, depth: depth, message: message))
        }
        let offered = facts.extensions.extendedKeyUsage ?? []
        // One that is for something else altogether is none of a server's, as the rule of purposes says.
        if offered.contains(where: forbidden.contains),
            offered.contains(.serverAuth) || offered.contains(.anyExtendedKeyUsage)
        {
            findings.append(
                Finding(
                    .webpkiExtendedKeyUsageForbidden,
                    depth: depth,
                    message: "\(facts.displayName) has a purpose that may not go with a server's.",
                    facts: [Fact("extendedKeyUsage", forbidden.filter(offered.contains).map(\.description))]
                )
            )
        }
        return findings
    }

    private func rootFindings(_ context: PathContext) -> [Finding] {
        let depth = context.path.certificates.count - 1
        let root = context.path.certificates[depth].facts
        guard depth > 0, context.isRoot(depth), root.extensions.contains(.extendedKeyUsage) else { return [] }
        let message = "\(root.displayName) is a root and has an extended key usage."
        return [Finding(.webpkiRootExtendedKeyUsage, depth: depth, message: message)]
    }
}
