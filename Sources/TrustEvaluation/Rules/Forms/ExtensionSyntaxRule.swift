import TrustModel

/// Rejects malformed and duplicate extensions (RFC 5280 section 4.2), as browsers do, and a misplaced noRevAvail.
struct ExtensionSyntaxRule: Rule {
    static let name = "extensionSyntax"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in
            Self.misplaced(facts, depth).and(Self.malformed(facts, depth))
        }
        return .applied(findings, why: "every extension was parsed")
    }

    private static func malformed(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        facts.extensions.malformed.prefix(PathContext.maximumFindingsEach).map { malformed in
            Finding(
                .extensionInvalid,
                depth: depth,
                message:
                    "The extension \(malformed.type.extensionLabel) of \(facts.displayName) is malformed at byte "
                    + "\(malformed.offset): \(malformed.reason).",
                facts: [Fact("extension", malformed.type.description), Fact("byte", malformed.offset)]
            )
        }
    }

    /// Rejects noRevAvail in a CA certificate, or beside a location of revocation information (RFC 9608 section 3).
    private static func misplaced(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        let extensions = facts.extensions
        guard extensions.hasNoRevocationAvailable else { return [] }
        var reasons = facts.isAuthority ? ["is in a CA certificate"] : []
        for type in [OID.crlDistributionPoints, .freshestCRL] where extensions.contains(type) {
            reasons.append("contradicts the extension \(type.extensionLabel)")
        }
        if extensions.namesResponder { reasons.append("contradicts the location of an OCSP responder") }
        return reasons.map { reason in
            Finding(
                .extensionInvalid,
                depth: depth,
                message:
                    "The extension \(OID.noRevocationAvailable.extensionLabel) of \(facts.displayName) \(reason).",
                facts: [Fact("extension", OID.noRevocationAvailable.description)]
            )
        }
    }
}
