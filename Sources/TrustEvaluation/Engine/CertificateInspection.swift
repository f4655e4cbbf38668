package import TrustModel

/// Checks a single certificate without a chain, a host or a policy.
package enum CertificateInspection {
    private static let rules: [any Rule] = [
        ValidityRule(), KeyStrengthRule(), SignatureAlgorithmRule(), CriticalExtensionsRule(), ExtensionSyntaxRule(),
    ]

    /// A placeholder, because none of these rules compares host names.
    private struct NoPublicSuffixes: PublicSuffixes {
        func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool { false }
    }

    /// Returns the findings of the rules that examine single certificates, under the profile `server`.
    package static func findings(of certificate: Certificate, at instant: Instant) -> [Finding] {
        let context = PathContext(
            path: CandidatePath(certificates: [certificate], end: .issuerNotFound),
            signatures: PathSignatures([]),
            requirements: PathRequirements(anchors: []),
            host: .none,
            time: Moment(EvaluationTime(instant)),
            publicSuffixes: NoPublicSuffixes()
        )
        return rules.flatMap { rule -> [Finding] in
            guard case .applied(let findings, _) = rule.evaluate(context) else { return [] }
            return findings.map { finding in
                var finding = finding
                finding.certificate = certificate
                return finding
            }
        }
    }
}
