package import TrustModel

/// What is worth knowing of a certificate by itself, without a chain, a host or a policy.
package enum CertificateInspection {
    private static let rules: [any Rule] = [
        ValidityRule(), KeyStrengthRule(), SignatureAlgorithmRule(), CriticalExtensionsRule(), ExtensionSyntaxRule(),
    ]

    /// None of the rules here looks at hosts.
    private struct NoPublicSuffixes: PublicSuffixes {
        func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool { false }
    }

    /// What the rules that need nothing but the certificate find, as they would under the profile `server`.
    package static func findings(of certificate: Certificate, at instant: Instant) -> [Finding] {
        let context = PathContext(
            path: CandidatePath(certificates: [certificate], end: .issuerNotFound),
            signatures: PathSignatures([]),
            requirements: PathRequirements(anchors: []),
            host: .none,
            instant: instant,
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
