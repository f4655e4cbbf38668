import TrustModel

/// Refuses extensions that do not follow their syntax or stand twice (RFC 5280 section 4.2), as browsers do.
struct ExtensionSyntaxRule: Rule {
    static let name = "extensionSyntax"
    static let nativeCodes: Set<ReasonCode> = [.extensionInvalid]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.findings { depth, facts in
            facts.extensions.malformed.prefix(PathContext.maximumFindingsEach).map { malformed in
                Finding(
                    .extensionInvalid,
                    depth: depth,
                    message:
                        "The extension \(malformed.type) of \(facts.displayName) is malformed: \(malformed.reason).",
                    facts: [Fact("extension", malformed.type.description), Fact("byte", malformed.offset)],
                    nativeCode: context.native(.extensionInvalid, at: depth)
                )
            }
        }
        let rest = context.nativeFindings(of: Self.nativeCodes, besides: own) { violation in
            "An extension of \(context.name(at: violation.depth)) is malformed: \(violation.text)."
        }
        return .judged(own.and(rest), why: "every extension was parsed")
    }
}
