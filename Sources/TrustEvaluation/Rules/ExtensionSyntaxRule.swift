import TrustModel

/// Refuses extensions that do not follow their syntax or are duplicates (RFC 5280 section 4.2), as browsers do.
struct ExtensionSyntaxRule: Rule {
    static let name = "extensionSyntax"
    static let nativeCodes: Set<ReasonCode> = [.extensionInvalid]

    /// The extensions that the library alone reads.
    private static let readByLibraryAlone: [OID] = [
        .addressBlocks, .systemNumbers, .proxyCertificateInformation, .netscapeCertificateType,
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.findings { depth, facts in
            facts.extensions.malformed.prefix(PathContext.maximumFindingsEach).map { malformed in
                Finding(
                    .extensionInvalid,
                    depth: depth,
                    message:
                        "The extension \(malformed.type.extensionLabel) of \(facts.displayName) is malformed at byte "
                        + "\(malformed.offset): \(malformed.reason).",
                    facts: [Fact("extension", malformed.type.description), Fact("byte", malformed.offset)],
                    nativeCode: context.native(.extensionInvalid, at: depth)
                )
            }
        }
        let rest = context.nativeFindings(
            of: Self.nativeCodes,
            besides: own,
            facts: { [Fact("extensions", Self.suspects(at: $0.depth, context).map(\.description))] },
            message: { violation in
                let suspects = Self.suspects(at: violation.depth, context).map(\.extensionLabel)
                return "OpenSSL refuses an extension of \(context.name(at: violation.depth)): \(violation.text). "
                    + "It reads these: \(suspects.joined(separator: ", "))."
            }
        )
        return .judged(own.and(rest), why: "every extension was parsed")
    }

    /// The extensions that the library may mean: those that it alone reads, or else all, since we found none malformed.
    private static func suspects(at depth: Int, _ context: PathContext) -> [OID] {
        guard context.path.certificates.indices.contains(depth) else { return [] }
        let types = context.path.certificates[depth].facts.extensions.entries.map(\.type)
        let ofLibrary = types.filter(readByLibraryAlone.contains)
        return Array((ofLibrary.isEmpty ? types : ofLibrary).prefix(PathContext.maximumFindingsEach))
    }
}
