import TrustModel

/// Refuses extensions that do not follow their syntax or stand twice (RFC 5280 section 4.2), as browsers do.
struct ExtensionSyntaxRule: Rule {
    let name = "extensionSyntax"
    let nativeCodes: Set<ReasonCode> = [.extensionInvalid]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.certificates.flatMap { depth, facts in
            facts.extensions.malformed.prefix(PathContext.maximumFindingsEach).map { malformed in
                Finding(
                    .extensionInvalid,
                    depth: depth,
                    message:
                        "The extension \(malformed.type) of \(facts.displayName) is malformed: \(malformed.reason).",
                    facts: [Fact("extension", malformed.type.description), Fact("byte", malformed.offset)],
                    nativeCode: context.violations.first { $0.code == .extensionInvalid && $0.depth == depth }?
                        .nativeCode
                )
            }
        }
        let found = Set(own.compactMap(\.depth))
        let rest = context.violations(of: nativeCodes).filter { !found.contains($0.depth) }.map { violation in
            Finding(
                .extensionInvalid,
                depth: violation.depth,
                message: "An extension of \(context.name(at: violation.depth)) is malformed: \(violation.text).",
                nativeCode: violation.nativeCode
            )
        }
        return .judged(own + rest, why: "every extension was parsed")
    }
}
