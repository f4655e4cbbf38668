import TrustModel

/// Refuses critical extensions that nobody here understands (RFC 5280 section 4.2), in anchors too.
struct CriticalExtensionsRule: Rule {
    static let name = "criticalExtensions"
    static let nativeCodes: Set<ReasonCode> = [
        .constraintCriticalExtension, .extensionProxyCertificate, .usageExtendedKeyUsage,
    ]

    /// What our rules or the library enforce.
    static let understood: [OID] = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy, .authorityKeyIdentifier,
        .subjectKeyIdentifier, .crlDistributionPoints,
    ]

    func judge(_ context: PathContext) -> RuleOutcome {
        let own = context.findings { depth, facts in
            Self.qualifiers(facts, depth).and(Self.proxy(facts, depth, context))
                .and(Self.unknown(facts, depth, context))
        }
        let rest = context.nativeFindings(of: Self.nativeCodes, besides: own) { violation in
            Self.message(violation, context)
        }.filter { !isAboutKeyIdentifier($0, context) && !isAboutProxy($0, own) }
        return .judged(own.and(rest), why: "critical extensions were compared with those that are understood")
    }

    private static func unknown(_ facts: CertificateFacts, _ depth: Int, _ context: PathContext) -> [Finding] {
        var findings: [Finding] = []
        for entry in facts.extensions.entries where entry.isCritical && findings.count < PathContext.maximumFindingsEach
        {
            guard !understood.contains(entry.type), entry.type != .proxyCertificateInformation else { continue }
            findings.append(
                Finding(
                    .constraintCriticalExtension,
                    depth: depth,
                    message:
                        "\(facts.displayName) has the critical extension \(entry.type.extensionLabel), which is not understood.",
                    facts: [Fact("extension", entry.type.description)],
                    nativeCode: context.native(.constraintCriticalExtension, at: depth)
                )
            )
        }
        return findings
    }

    /// A proxy certificate (RFC 3820) is issued by a leaf, so it has no place in a path of RFC 5280.
    private static func proxy(_ facts: CertificateFacts, _ depth: Int, _ context: PathContext) -> [Finding] {
        guard facts.extensions.contains(.proxyCertificateInformation) else { return [] }
        return [
            Finding(
                .extensionProxyCertificate,
                depth: depth,
                message: "\(facts.displayName) is a proxy certificate.",
                nativeCode: context.native(.extensionProxyCertificate, at: depth)
            )
        ]
    }

    /// A proxy certificate is the only case in which the library calls a CA certificate unsuitable for having issued another.
    private static func message(_ violation: PathViolation, _ context: PathContext) -> String {
        let name = context.name(at: violation.depth)
        let isAboveProxy = context.certificates.prefix(violation.depth).contains {
            $0.facts.extensions.contains(.proxyCertificateInformation)
        }
        guard violation.code == .usageExtendedKeyUsage, isAboveProxy else {
            return "\(name) cannot be accepted: \(violation.text)."
        }
        return "\(name) is a CA certificate, but only an end entity can issue a proxy certificate."
    }

    /// Whoever has a critical extension must understand its qualifiers too (section 4.2.1.4).
    private static func qualifiers(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        guard facts.extensions.hasUnknownPolicyQualifiers, facts.extensions.isCritical(.certificatePolicies) else {
            return []
        }
        let message =
            "The critical certificate policies of \(facts.displayName) have a qualifier that is not understood."
        return [
            Finding(
                .constraintCriticalExtension,
                depth: depth,
                message: message,
                facts: [Fact("extension", OID.certificatePolicies.description)]
            )
        ]
    }

    /// Whether OpenSSL means a proxy certificate that is told already; it blames its issuer too.
    private func isAboutProxy(_ finding: Finding, _ own: [Finding]) -> Bool {
        finding.code == .extensionProxyCertificate && own.contains { $0.code == .extensionProxyCertificate }
    }

    /// Whether OpenSSL means a critical key identifier, which it takes for unknown.
    ///
    /// They bind a relying party to nothing, so all that is wrong with them is that conforming authorities do not make
    /// them critical, of which the rule of key identifiers speaks.
    private func isAboutKeyIdentifier(_ finding: Finding, _ context: PathContext) -> Bool {
        guard finding.code == .constraintCriticalExtension, let depth = finding.depth,
            context.path.certificates.indices.contains(depth)
        else { return false }
        return context.path.certificates[depth].facts.extensions.entries.contains { entry in
            entry.isCritical && [.authorityKeyIdentifier, .subjectKeyIdentifier].contains(entry.type)
        }
    }
}
