import TrustModel

/// Checks the form of the extended key usage (CA/Browser Forum Baseline Requirements).
///
/// A server certificate must have the extension. In server certificates and their intermediates, the extension must not
/// be critical or include forbidden purposes (sections 7.1.2.7.6, 7.1.2.7.10, 7.1.2.10.6). Section 7.1.2.2.3 allows
/// cross-certificates to omit the extension, so this rule allows all intermediates to omit it. A root must not have the
/// extension (section 7.1.2.1.2). Server certificates issued since 2027-03-15 do not identify clients (Chrome Root Program
/// Policy).
struct ExtendedKeyUsageFormRule: Rule {
    static let name = "extendedKeyUsageForm"
    static let codes: [ReasonCode] = [
        .webpkiClientAuthIncluded, .webpkiExtendedKeyUsageCritical, .webpkiExtendedKeyUsageForbidden,
        .webpkiExtendedKeyUsageMissing, .webpkiRootExtendedKeyUsage,
    ]

    /// The purposes that sections 7.1.2.7.10 and 7.1.2.10.6 forbid.
    ///
    /// The last purpose is the signing of precertificates (RFC 6962 section 3.1).
    private static let forbidden: [OID] = [
        .anyExtendedKeyUsage, .codeSigning, .emailProtection, .timeStamping, .ocspSigning,
        OID(1, 3, 6, 1, 4, 1, 11129, 2, 4, 4),
    ]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let why = "the extended key usage of each certificate was checked"
        let roots = rootFindings(context)
        guard context.requirements.purpose == .serverAuth else { return .applied(roots, why: why) }
        let others = context.findings { depth, facts in
            depth > 0 && context.isRoot(depth) ? [] : Self.findings(of: facts, at: depth)
        }
        return .applied(others.and(Self.clientFindings(of: context.path.leaf.facts)).and(roots), why: why)
    }

    private static func clientFindings(of leaf: CertificateFacts) -> [Finding] {
        guard let notBefore = leaf.notBefore, notBefore >= WebCalendar.withoutClientAuth,
            let offered = leaf.extensions.extendedKeyUsage, offered.contains(.serverAuth), offered.contains(.clientAuth)
        else { return [] }
        let message = "The server certificate \(leaf.displayName) has the purpose clientAuth besides serverAuth."
        return [Finding(.webpkiClientAuthIncluded, severity: .warning, depth: 0, message: message)]
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
        // PurposeRule reports a certificate that does not allow server authentication at all.
        if offered.contains(where: forbidden.contains),
            offered.contains(.serverAuth) || offered.contains(.anyExtendedKeyUsage)
        {
            findings.append(
                Finding(
                    .webpkiExtendedKeyUsageForbidden,
                    depth: depth,
                    message:
                        "The extended key usage of \(facts.displayName) includes a purpose that server certificates and their "
                        + "issuers may not have.",
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
        let message = "The root certificate \(root.displayName) has an extended key usage."
        return [Finding(.webpkiRootExtendedKeyUsage, depth: depth, message: message)]
    }
}
