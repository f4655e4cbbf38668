import TrustModel

/// Rejects malformed and duplicate extensions (RFC 5280 section 4.2), as browsers do.
struct ExtensionSyntaxRule: Rule {
    static let name = "extensionSyntax"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in
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
        return .applied(findings, why: "every extension was parsed")
    }
}
