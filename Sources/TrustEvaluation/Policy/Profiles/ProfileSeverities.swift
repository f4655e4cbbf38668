package import TrustModel

/// The severities of one reason code under each profile; nil keeps the severity of the rule.
package struct ProfileSeverities: Sendable, Hashable {
    let server: SeverityOverride?
    let webpki: SeverityOverride?
    let rfc5280: SeverityOverride?
    let rfc5280Strict: SeverityOverride?
    let basicX509: SeverityOverride?
    let appleSSL: SeverityOverride?
    let spiffe: SeverityOverride?

    /// The severity under a profile.
    package subscript(_ profile: Profile) -> SeverityOverride? {
        switch profile {
        case .server: server
        case .webpki: webpki
        case .rfc5280: rfc5280
        case .rfc5280Strict: rfc5280Strict
        case .basicX509: basicX509
        case .appleSSL: appleSSL
        case .spiffe: spiffe
        }
    }

    private init(
        _ server: SeverityOverride?,
        _ webpki: SeverityOverride?,
        _ rfc5280: SeverityOverride?,
        _ rfc5280Strict: SeverityOverride?,
        _ basicX509: SeverityOverride?,
        _ appleSSL: SeverityOverride?,
        _ spiffe: SeverityOverride?
    ) {
        self.server = server
        self.webpki = webpki
        self.rfc5280 = rfc5280
        self.rfc5280Strict = rfc5280Strict
        self.basicX509 = basicX509
        self.appleSSL = appleSSL
        self.spiffe = spiffe
    }
}

/// One row per code. Rules report findings with default severities; a policy's `checks` overrides this table.
extension ProfileSeverities {
    /// Returns the row of a code; nil if all profiles keep the severity of the rule.
    package static func row(of code: ReasonCode) -> ProfileSeverities? { table[code] }

    //                                             server    webpki   rfc5280   Strict   basicX509 appleSSL spiffe
    private static let pedantry = ProfileSeverities(.warning, .error, .warning, .error, .warning, .warning, .warning)
    /// The Baseline Requirements apply only to public CAs, so only `webpki` reports these codes.
    private static let forum = ProfileSeverities(.ignore, .error, .ignore, .ignore, .ignore, .ignore, .ignore)
    /// Public test vectors and today's certificates contain these deviations, and software accepts them.
    private static let advised = ProfileSeverities(.ignore, .warning, .ignore, .ignore, .ignore, .ignore, .ignore)
    /// Rules report these deviations as warnings because path validation itself ignores them.
    private static let raised = ProfileSeverities(nil, .error, nil, .error, nil, nil, nil)
    /// Old CA certificates have no key usage, and the test suites of RFC 5280 accept them (section 6.1.4 (n)).
    private static let missingUsage = ProfileSeverities(
        .warning,
        .error,
        .warning,
        .warning,
        .warning,
        .warning,
        .warning
    )
    /// The Baseline Requirements allow this deviation (section 7.1.2.5.2).
    private static let excused = ProfileSeverities(.warning, .ignore, .warning, .error, .warning, .warning, .warning)
    /// Tools of private CAs often create CRLs with such deviations, which do not affect processing.
    private static let alwaysIgnored = ProfileSeverities(.ignore, .error, .ignore, .error, .ignore, .ignore, .ignore)

    private static let table: [ReasonCode: ProfileSeverities] = [
        .strictIssuerNameEmpty: pedantry,
        .strictSubjectNameEmpty: pedantry,
        .strictAuthorityKeyIdentifierMissing: pedantry,
        .strictSubjectKeyIdentifierMissing: pedantry,
        .strictSubjectAltNameEmpty: pedantry,
        .strictSubjectAltNameNotCritical: pedantry,
        .strictBasicConstraintsNotCritical: pedantry,
        .strictAuthorityKeyIdentifierCritical: pedantry,
        .strictSubjectKeyIdentifierCritical: pedantry,
        .strictExtensionsRequireVersion3: pedantry,
        .strictSerialNumberInvalid: pedantry,
        .strictTimeEncoding: pedantry,
        .strictSubjectAltNameSyntax: pedantry,
        .strictKeyUsageMissing: missingUsage,
        .strictNameConstraintsMisplaced: pedantry,
        .strictNameConstraintsNotCritical: excused,
        .strictNameConstraintsSyntax: pedantry,
        .strictPolicyConstraintsNotCritical: pedantry,
        .strictInhibitAnyPolicyNotCritical: pedantry,
        .strictCRLNumberMissing: alwaysIgnored,
        .strictSignatureParameters: pedantry,
        .strictKeyParameters: pedantry,
        .strictUniqueIdentifiers: pedantry,
        .strictAuthorityKeyIdentifierFields: pedantry,
        .strictCRLForm: alwaysIgnored,
        .strictNameCharacters: pedantry,
        .strictDefaultEncoded: pedantry,
        .webpkiVersionNot3: forum,
        .webpkiCommonNameNotInSAN: forum,
        .webpkiSubjectAltNameMissing: forum,
        .webpkiSubjectAltNameCritical: forum,
        .webpkiSubjectAltNameKind: forum,
        .webpkiExtendedKeyUsageMissing: forum,
        .webpkiExtendedKeyUsageCritical: forum,
        .webpkiExtendedKeyUsageForbidden: forum,
        .webpkiRootExtendedKeyUsage: forum,
        .webpkiAuthorityKeyIdentifierFields: forum,
        .webpkiEndEntityIsAuthority: forum,
        .webpkiKeyForbidden: forum,
        .webpkiSignatureForbidden: forum,
        .webpkiKeyUsageForbidden: forum,
        .webpkiKeyUsageNotCritical: advised,
        .webpkiBasicConstraintsNotCritical: forum,
        .webpkiWildcardForbidden: forum,
        .webpkiNameEncoding: forum,
        .webpkiValidityTooLong: forum,
        .webpkiReverseZoneName: forum,
        .webpkiClientAuthIncluded: advised,
        .chainIssuerMismatch: raised,
        .constraintPathLength: raised,
        .constraintKeyUsage: raised,
    ]
}

extension PathRequirements {
    /// Returns a finding with the severity of the profile and the policy's `checks`; nil if the finding is ignored.
    ///
    /// Errors that the policy does not enforce become warnings.
    func adjusted(_ finding: Finding) -> Finding? {
        guard var finding = rated(finding) else { return nil }
        if finding.severity == .error, !isDecisive(finding) { finding.severity = .warning }
        return finding
    }

    /// Returns a finding with the severity of the profile and of `checks` before ``enforcement``; nil if it is ignored.
    func rated(_ finding: Finding) -> Finding? {
        var finding = finding
        switch ProfileSeverities.row(of: finding.code)?[profile] {
        case .error: finding.severity = .error
        case .warning: finding.severity = .warning
        case .ignore where severities[finding.code] == nil: return nil
        case .ignore, nil: break
        }
        let mayBeDowngraded = finding.code.mayBeDowngraded && !finding.isFixed
        switch severities[finding.code] {
        case .error: finding.severity = .error
        case .warning where mayBeDowngraded: finding.severity = .warning
        case .ignore where mayBeDowngraded: return nil
        case .warning, .ignore, nil: break
        }
        return finding
    }

    /// Whether the error rejects the path under the policy's enforcement.
    ///
    /// If only pins decide, a revoked pinned key is still rejected. A pinned key is also rejected if the budget was
    /// exhausted before the key's revocation status was known, because the holder of the key chooses the chain.
    private func isDecisive(_ finding: Finding) -> Bool {
        if enforcement == .hostAndPins, !acceptsRevokedPins,
            [.revocationRevoked, .internalBudgetExhausted].contains(finding.code)
        {
            return true
        }
        return enforcement.includes(finding)
    }
}
