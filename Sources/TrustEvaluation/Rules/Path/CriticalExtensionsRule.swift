import TrustModel

/// Rejects critical extensions that are not supported (RFC 5280 section 4.2), including those of trust anchors.
struct CriticalExtensionsRule: Rule {
    static let name = "criticalExtensions"

    static let understood: [OID] = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy, .authorityKeyIdentifier,
        .subjectKeyIdentifier, .crlDistributionPoints,
    ]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let findings = context.findings { depth, facts in
            Self.qualifiers(facts, depth).and(Self.proxy(facts, depth)).and(Self.unknown(facts, depth))
        }
        return .applied(findings, why: "critical extensions were compared with the supported extensions")
    }

    private static func unknown(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        var findings: [Finding] = []
        for entry in facts.extensions.entries where entry.isCritical && findings.count < PathContext.maximumFindingsEach
        {
            guard !understood.contains(entry.type), entry.type != .proxyCertificateInformation else { continue }
            guard entry.type != .precertificatePoison else {
                findings.append(precertificate(facts, depth))
                continue
            }
            findings.append(
                Finding(
                    .constraintCriticalExtension,
                    depth: depth,
                    message:
                        "\(facts.displayName) has the critical extension \(entry.type.extensionLabel), which is not supported.",
                    facts: [Fact("extension", entry.type.description)]
                )
            )
        }
        return findings
    }

    /// Names a precertificate, whose critical poison extension prevents its use (RFC 6962 section 3.1).
    private static func precertificate(_ facts: CertificateFacts, _ depth: Int) -> Finding {
        Finding(
            .constraintCriticalExtension,
            depth: depth,
            message:
                "\(facts.displayName) is a precertificate, not a certificate: it has the critical poison extension "
                + "\(OID.precertificatePoison) (RFC 6962 section 3.1).",
            facts: [Fact("extension", OID.precertificatePoison.description)],
            remedy: .precertificate
        )
    }

    /// Rejects proxy certificates (RFC 3820), because RFC 5280 does not allow end-entity certificates as issuers.
    private static func proxy(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        guard facts.extensions.contains(.proxyCertificateInformation) else { return [] }
        return [
            Finding(
                .extensionProxyCertificate,
                depth: depth,
                message: "\(facts.displayName) is a proxy certificate."
            )
        ]
    }

    /// Rejects unsupported qualifiers in critical certificate policies (RFC 5280 section 4.2.1.4).
    private static func qualifiers(_ facts: CertificateFacts, _ depth: Int) -> [Finding] {
        guard facts.extensions.hasUnknownPolicyQualifiers, facts.extensions.isCritical(.certificatePolicies) else {
            return []
        }
        let message =
            "The critical certificate policies of \(facts.displayName) have a qualifier that is not supported."
        return [
            Finding(
                .constraintCriticalExtension,
                depth: depth,
                message: message,
                facts: [Fact("extension", OID.certificatePolicies.description)]
            )
        ]
    }
}
