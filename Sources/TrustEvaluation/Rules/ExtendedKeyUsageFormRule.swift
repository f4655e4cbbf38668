import TrustModel

/// Requires extended key usage as the Baseline Requirements have it: in a server's certificate there, not critical, and
/// without purposes that do not go with it (CA/Browser Forum Baseline Requirements sections 7.1.2.7.6 and 7.1.2.7.10); in
/// a root not at all (section 7.1.2.1.2).
struct ExtendedKeyUsageFormRule: Rule {
    let name = "extendedKeyUsageForm"

    /// The purposes that section 7.1.2.7.10 forbids, the signing of precertificates (RFC 6962 section 3.1) among them.
    private static let forbidden: [OID] = [
        .anyExtendedKeyUsage, .codeSigning, .emailProtection, .timeStamping, .ocspSigning,
        OID(1, 3, 6, 1, 4, 1, 11129, 2, 4, 4),
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        .judged(leafFindings(context) + rootFindings(context), why: "extended key usage of leaf and root was looked at")
    }

    private func leafFindings(_ context: PathContext) -> [Finding] {
        guard context.requirements.purpose == .serverAuth else { return [] }
        let leaf = context.path.leaf.facts
        let type = OID.extendedKeyUsage
        guard leaf.extensions.contains(type) else {
            let message = "\(leaf.displayName) has no extended key usage."
            return [Finding(.webpkiExtendedKeyUsageMissing, depth: 0, message: message)]
        }
        var findings: [Finding] = []
        if leaf.extensions.isCritical(type) {
            let message = "The extended key usage of \(leaf.displayName) is critical."
            findings.append(Finding(.webpkiExtendedKeyUsageCritical, depth: 0, message: message))
        }
        let offered = leaf.extensions.extendedKeyUsage ?? []
        let purposes = Self.forbidden.filter(offered.contains)
        // One that is for something else altogether is none of a server's, as the rule of purposes says.
        if !purposes.isEmpty, offered.contains(.serverAuth) || offered.contains(.anyExtendedKeyUsage) {
            findings.append(
                Finding(
                    .webpkiExtendedKeyUsageForbidden,
                    depth: 0,
                    message: "\(leaf.displayName) has a purpose that no server's certificate may have.",
                    facts: [Fact("extendedKeyUsage", purposes.map(\.description))]
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
