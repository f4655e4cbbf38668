import TrustModel

/// Requires that the extended key usage of the leaf and of every intermediate allows the required purpose.
///
/// A missing extended key usage allows every purpose (RFC 5280 section 4.2.1.12). As in Apple's implementation,
/// anyExtendedKeyUsage also allows every purpose. As in browsers, the extended key usage of an intermediate limits the
/// certificates below it. The extended key usage of a trust anchor above the leaf is ignored.
struct PurposeRule: Rule {
    static let name = "purpose"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.profile.demands.checksPurpose else {
            return .skipped(why: "the profile does not check purposes")
        }
        guard context.requirements.purpose.oid != nil else {
            return .skipped(why: "the policy requires no purpose")
        }
        let purpose = context.requirements.purpose
        let findings = context.certificates.compactMap { depth, facts -> Finding? in
            guard depth == 0 || !context.isAnchor(depth), !Self.allows(purpose, facts) else { return nil }
            let offered = facts.extensions.extendedKeyUsage ?? []
            return Finding(
                .usageExtendedKeyUsage,
                depth: depth,
                message: "The extended key usage of \(facts.displayName) does not include \(purpose).",
                facts: [
                    Fact("purpose", purpose.description),
                    Fact("extendedKeyUsage", offered.prefix(100).map(\.description)),
                ]
            )
        }
        return .applied(findings, why: context.why("extended key usages were compared with the purpose \(purpose)"))
    }

    /// Whether a certificate's extended key usage is absent or allows a purpose.
    static func allows(_ purpose: KeyPurpose, _ facts: CertificateFacts) -> Bool {
        guard let wanted = purpose.oid, let offered = facts.extensions.extendedKeyUsage else { return true }
        return offered.contains(wanted) || offered.contains(.anyExtendedKeyUsage)
    }
}
