import TrustModel

/// Rejects a path with a certificate whose trust settings exclude the purpose of the evaluation.
///
/// The settings come from OpenSSL's `TRUSTED CERTIFICATE` blocks: a rejected use excludes that use, and a list of
/// trusted uses excludes all other uses. The settings apply at every position of the path, regardless of their source.
struct TrustSettingsRule: Rule {
    static let name = "trustSettings"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let restrictions = context.restrictions
        guard !restrictions.isEmpty else { return .skipped(why: "no certificate has trust settings") }
        let findings = context.path.certificates.enumerated().compactMap { depth, certificate in
            restrictions.restriction(of: certificate).map {
                finding(about: $0, of: certificate.facts, at: depth, for: restrictions.purpose)
            }
        }
        return .applied(
            findings,
            why: context.why("whether trust settings exclude \(Self.name(of: restrictions.purpose)) was checked")
        )
    }

    private func finding(
        about restriction: TrustRestrictions.Restriction,
        of certificate: CertificateFacts,
        at depth: Int,
        for purpose: KeyPurpose
    ) -> Finding {
        let settings = restriction.settings
        return Finding(
            .chainDistrusted,
            depth: depth,
            message: "\(certificate.displayName) is distrusted for \(Self.name(of: purpose)): its trust settings in "
                + "\(restriction.source) \(Self.clause(settings, purpose)).",
            facts: [
                Fact("purpose", purpose.description),
                Fact("source", restriction.source),
                Fact("rejectedUses", Self.names(of: settings.rejected)),
            ] + (settings.trusted.map { [Fact("trustedUses", Self.names(of: $0))] } ?? [])
        )
    }

    private static func name(of purpose: KeyPurpose) -> String {
        purpose.oid == nil ? "unrestricted use" : purpose.description
    }

    /// Returns a clause about the part of the settings that excludes the purpose.
    private static func clause(_ settings: TrustSettings, _ purpose: KeyPurpose) -> String {
        if settings.reject(purpose) { return "reject \(list(settings.rejected))" }
        guard let trusted = settings.trusted, !trusted.isEmpty else { return "trust it for no purpose" }
        return "trust it for \(list(trusted)) only"
    }

    /// The maximum number of uses in a message; the facts can contain more.
    private static let maximumNamed = 5
    /// The maximum number of uses in a fact.
    private static let maximumListed = 100

    private static func list(_ uses: [OID]) -> String {
        names(of: Array(uses.prefix(maximumNamed))).joined(separator: ", ") + (uses.count > maximumNamed ? ", …" : "")
    }

    private static func names(of uses: [OID]) -> [String] {
        uses.prefix(maximumListed).map {
            $0 == .anyExtendedKeyUsage ? "anyExtendedKeyUsage" : KeyPurpose($0).description
        }
    }
}
