import TrustModel

/// Requires that the leaf, and every intermediate that limits its purposes, is meant for the purpose asked for.
///
/// An absent extended key usage allows everything (RFC 5280 section 4.2.1.12); anyExtendedKeyUsage counts as the purpose,
/// as Apple takes it. Intermediates pass their limits down, as browsers enforce; what an anchor says of purposes is not
/// looked at, since whoever chose it decides.
struct PurposeRule: Rule {
    static let name = "purpose"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.profile.demands.checksPurpose else {
            return .skipped(why: "the profile does not look at purposes")
        }
        guard context.requirements.purpose.oid != nil else {
            return .skipped(why: "the policy asks for no purpose")
        }
        let purpose = context.requirements.purpose
        let findings = context.certificates.compactMap { depth, facts -> Finding? in
            guard depth == 0 || !context.isAnchor(depth), !Self.allows(purpose, facts) else { return nil }
            let offered = facts.extensions.extendedKeyUsage ?? []
            return Finding(
                .usageExtendedKeyUsage,
                depth: depth,
                message: "\(facts.displayName) is not meant for \(purpose).",
                facts: [
                    Fact("purpose", purpose.description),
                    Fact("extendedKeyUsage", offered.prefix(100).map(\.description)),
                ]
            )
        }
        return .applied(findings, why: context.why("extended key usage was compared with \(purpose)"))
    }

    /// Whether a certificate's extended key usage, where there is one, lets it serve a purpose.
    static func allows(_ purpose: KeyPurpose, _ facts: CertificateFacts) -> Bool {
        guard let wanted = purpose.oid, let offered = facts.extensions.extendedKeyUsage else { return true }
        return offered.contains(wanted) || offered.contains(.anyExtendedKeyUsage)
    }
}
