import TrustModel

/// Refuses critical extensions that nobody here understands (RFC 5280 section 4.2), in anchors too.
struct CriticalExtensionsRule: Rule {
    let name = "criticalExtensions"
    let nativeCodes: Set<ReasonCode> = [.constraintCriticalExtension, .extensionProxyCertificate]

    /// What our rules or the library enforce.
    static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy, .authorityKeyIdentifier,
        .subjectKeyIdentifier, .crlDistributionPoints,
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.certificates.flatMap { depth, facts in
            facts.extensions.entries.lazy.filter { $0.isCritical && !Self.understood.contains($0.type) }
                .prefix(PathContext.maximumFindingsEach).map { entry in
                    Finding(
                        .constraintCriticalExtension,
                        depth: depth,
                        message:
                            "\(facts.displayName) has the critical extension \(entry.type), which is not understood.",
                        facts: [Fact("extension", entry.type.description)],
                        nativeCode: native(.constraintCriticalExtension, depth, context)
                    )
                }
        }
        let found = Set(own.compactMap(\.depth))
        let rest = context.violations(of: nativeCodes).filter { violation in
            violation.code != .constraintCriticalExtension || !found.contains(violation.depth)
        }.flatMap { violation in libraryFindings(violation, context) }
        return .judged(own + rest, why: "critical extensions were compared with those that are understood")
    }

    /// Says what OpenSSL says, but for critical key identifiers, which it takes for unknown.
    ///
    /// They bind a relying party to nothing, so all that is wrong with them is that conforming authorities do not make
    /// them critical.
    private func libraryFindings(_ violation: PathViolation, _ context: PathContext) -> [Finding] {
        let name = context.name(at: violation.depth)
        let identifiers =
            violation.code == .constraintCriticalExtension
            ? criticalKeyIdentifiers(at: violation.depth, context) : []
        guard identifiers.isEmpty else {
            return identifiers.map { code in
                Finding(
                    code,
                    severity: context.requirements.profile.demands.severityOfPedantry,
                    depth: violation.depth,
                    message: "\(name) has a critical key identifier.",
                    nativeCode: violation.nativeCode
                )
            }
        }
        return [
            Finding(
                violation.code,
                depth: violation.depth,
                message: "\(name) cannot be accepted: \(violation.text).",
                nativeCode: violation.nativeCode
            )
        ]
    }

    private func criticalKeyIdentifiers(at depth: Int, _ context: PathContext) -> [ReasonCode] {
        guard context.path.certificates.indices.contains(depth) else { return [] }
        return context.path.certificates[depth].facts.extensions.entries.filter(\.isCritical).compactMap { entry in
            switch entry.type {
            case .authorityKeyIdentifier: .strictAuthorityKeyIdentifierCritical
            case .subjectKeyIdentifier: .strictSubjectKeyIdentifierCritical
            default: nil
            }
        }
    }

    private func native(_ code: ReasonCode, _ depth: Int, _ context: PathContext) -> Int32? {
        context.violations.first { $0.code == code && $0.depth == depth }?.nativeCode
    }
}
