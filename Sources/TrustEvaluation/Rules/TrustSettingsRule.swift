import TrustModel

/// Requires that no trust settings exclude a certificate of the path from the purpose that is evaluated.
///
/// The settings are OpenSSL's, of `TRUSTED CERTIFICATE` blocks: a rejected use excludes itself, a list of trusted uses all
/// others. They restrict the certificate wherever it stands in the path, and whatever source they come from.
struct TrustSettingsRule: Rule {
    static let name = "trustSettings"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let restrictions = context.restrictions
        guard !restrictions.isEmpty else { return .skipped(why: "no certificate came with trust settings") }
        let findings = context.path.certificates.enumerated().compactMap { depth, certificate in
            restrictions.restriction(of: certificate).map {
                finding($0, certificate.facts, depth, restrictions.purpose)
            }
        }
        return .applied(
            findings,
            why: context.why("trust settings were compared with \(Self.name(of: restrictions.purpose))")
        )
    }

    private func finding(
        _ restriction: TrustRestrictions.Restriction,
        _ certificate: CertificateFacts,
        _ depth: Int,
        _ purpose: KeyPurpose
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

    /// The part of the settings that excludes the purpose.
    private static func clause(_ settings: TrustSettings, _ purpose: KeyPurpose) -> String {
        if settings.reject(purpose) { return "reject \(list(settings.rejected))" }
        guard let trusted = settings.trusted, !trusted.isEmpty else { return "trust it for nothing" }
        return "trust it for \(list(trusted)) only"
    }

    /// How many uses a message names; facts have more.
    private static let maximumNamed = 5
    /// How many uses facts have.
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
