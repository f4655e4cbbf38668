import TrustModel

/// Checks the usages of an X.509-SVID's key (SPIFFE X509-SVID sections 4.3 and 4.4).
///
/// The leaf must have a critical key usage with digitalSignature. If it has an extended key usage, it must have both
/// serverAuth and clientAuth. A missing one causes a warning only, because ``PurposeRule`` checks the purpose of the
/// policy. Without such a purpose, at least one of the two is required.
struct SVIDUsageRule: Rule {
    static let name = "svidUsage"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.profile.demands.requiresSVID else {
            return .skipped(why: "the profile does not require an X.509-SVID")
        }
        let leaf = context.path.leaf.facts
        return .applied(
            Self.keyUsageFindings(of: leaf).and(Self.purposeFindings(of: leaf, context.requirements.purpose)),
            why: "the key usage and the extended key usage of the leaf were checked"
        )
    }

    private static func keyUsageFindings(of leaf: CertificateFacts) -> [Finding] {
        let offered = leaf.extensions.keyUsage
        var defects: [String] = []
        if let offered, !offered.contains(.digitalSignature) {
            defects.append("The key usage of \(leaf.displayName) lacks digitalSignature, which an X.509-SVID needs.")
        }
        if !leaf.extensions.contains(.keyUsage) {
            defects.append("\(leaf.displayName) has no key usage, which an X.509-SVID needs.")
        } else if !leaf.extensions.isCritical(.keyUsage) {
            defects.append("The key usage of \(leaf.displayName) is not critical, as it must be in an X.509-SVID.")
        }
        return defects.map { message in
            Finding(
                .constraintKeyUsage,
                depth: 0,
                message: message,
                facts: [Fact("keyUsage", offered?.names ?? [])]
            )
        }
    }

    private static func purposeFindings(of leaf: CertificateFacts, _ purpose: KeyPurpose) -> [Finding] {
        let wanted: [KeyPurpose] = [.serverAuth, .clientAuth]
        guard let offered = leaf.extensions.extendedKeyUsage, PurposeRule.allows(purpose, leaf) else { return [] }
        let missing = wanted.filter { purpose in !offered.contains { $0 == purpose.oid } }
        guard !missing.isEmpty else { return [] }
        let isUseless = purpose == .any && !wanted.contains { PurposeRule.allows($0, leaf) }
        let names = missing.map(\.description)
        return [
            Finding(
                .usageExtendedKeyUsage,
                severity: isUseless ? .error : .warning,
                depth: 0,
                message:
                    "The extended key usage of \(leaf.displayName) lacks \(names.joined(separator: " and ")), but an "
                    + "X.509-SVID has both serverAuth and clientAuth.",
                facts: [
                    Fact("purpose", names.joined(separator: ", ")),
                    Fact("extendedKeyUsage", offered.prefix(100).map(\.description)),
                ]
            )
        ]
    }
}
