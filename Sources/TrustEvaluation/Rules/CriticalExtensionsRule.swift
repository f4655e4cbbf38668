import TrustModel

/// Refuses critical extensions that nobody here understands (RFC 5280 section 4.2), in anchors too.
struct CriticalExtensionsRule: Rule {
    let name = "criticalExtensions"
    let nativeCodes: Set<ReasonCode> = [.constraintCriticalExtension, .extensionProxyCertificate]

    /// What our rules or the library enforce.
    static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy, .authorityKeyIdentifier,
        .subjectKeyIdentifier, .crlDistributionPoints, .authorityInformationAccess,
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.certificates.flatMap { depth, facts in
            facts.extensions.entries.filter { $0.isCritical && !Self.understood.contains($0.type) }.map { entry in
                Finding(
                    .constraintCriticalExtension, depth: depth,
                    message: "\(facts.displayName) has the critical extension \(entry.type), which is not understood.",
                    facts: [Fact("extension", entry.type.description)],
                    nativeCode: native(.constraintCriticalExtension, depth, context))
            }
        }
        let found = Set(own.compactMap(\.depth))
        let rest = context.violations(of: nativeCodes).filter { violation in
            violation.code != .constraintCriticalExtension || !found.contains(violation.depth)
        }.map { violation in
            Finding(
                violation.code, depth: violation.depth,
                message: "\(context.name(at: violation.depth)) cannot be accepted: \(violation.text).",
                nativeCode: violation.nativeCode)
        }
        return .judged(own + rest, why: "critical extensions were compared with those that are understood")
    }

    private func native(_ code: ReasonCode, _ depth: Int, _ context: PathContext) -> Int32? {
        context.violations.first { $0.code == code && $0.depth == depth }?.nativeCode
    }
}
