package import TrustModel

/// What one reason code counts under each profile; nil leaves what the rule says.
package struct ProfileSeverities: Sendable, Hashable {
    /// Under `server`.
    let server: SeverityOverride?
    /// Under `webpki`.
    let webpki: SeverityOverride?
    /// Under `rfc5280`.
    let rfc5280: SeverityOverride?
    /// Under `rfc5280Strict`.
    let rfc5280Strict: SeverityOverride?
    /// Under `basicX509`.
    let basicX509: SeverityOverride?
    /// Under `appleSSL`.
    let appleSSL: SeverityOverride?

    /// What the code counts under a profile.
    package subscript(_ profile: Profile) -> SeverityOverride? {
        switch profile {
        case .server: server
        case .webpki: webpki
        case .rfc5280: rfc5280
        case .rfc5280Strict: rfc5280Strict
        case .basicX509: basicX509
        case .appleSSL: appleSSL
        }
    }

    private init(
        _ server: SeverityOverride?,
        _ webpki: SeverityOverride?,
        _ rfc5280: SeverityOverride?,
        _ rfc5280Strict: SeverityOverride?,
        _ basicX509: SeverityOverride?,
        _ appleSSL: SeverityOverride?
    ) {
        self.server = server
        self.webpki = webpki
        self.rfc5280 = rfc5280
        self.rfc5280Strict = rfc5280Strict
        self.basicX509 = basicX509
        self.appleSSL = appleSSL
    }
}

/// The table: a row a code. Rules report what they find; here it is weighed, and a policy's `checks` has the last word.
extension ProfileSeverities {
    /// The row of a code; nil where all profiles take the code as the rule reports it.
    package static func row(of code: ReasonCode) -> ProfileSeverities? { table[code] }

    //                                             server    webpki   rfc5280   Strict   basicX509 appleSSL
    private static let pedantry = ProfileSeverities(.warning, .error, .warning, .error, .warning, .warning)
    /// The Baseline Requirements bind the web's authorities; nobody else is told of them who does not ask.
    private static let forum = ProfileSeverities(.ignore, .error, .ignore, .ignore, .ignore, .ignore)
    /// The public vectors for the web's authorities have it throughout, and accept it.
    private static let advised = ProfileSeverities(.ignore, .warning, .ignore, .ignore, .ignore, .ignore)
    /// What rules report as warnings because path validation itself does not mind.
    private static let raised = ProfileSeverities(nil, .error, nil, .error, nil, nil)
    /// Authorities of old have no key usage, and the suites of RFC 5280 accept them (section 6.1.4 (n)).
    private static let missingUsage = ProfileSeverities(.warning, .error, .warning, .warning, .warning, .warning)
    /// The Baseline Requirements excuse it (section 7.1.2.5.2).
    private static let excused = ProfileSeverities(.warning, .ignore, .warning, .error, .warning, .warning)
    /// Tools of private authorities often make CRLs that lack something, and they do as well without.
    private static let alwaysIgnored = ProfileSeverities(.ignore, .error, .ignore, .error, .ignore, .ignore)

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
        .chainIssuerMismatch: raised,
        .constraintPathLength: raised,
        .constraintKeyUsage: raised,
    ]
}

extension PathRequirements {
    /// A finding as the profile and the policy's `checks` weigh it; nil where it is not to be told.
    func weighed(_ finding: Finding) -> Finding? {
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
        if finding.severity == .error, !counts(finding) { finding.severity = .warning }
        return finding
    }

    /// Whether an error decides.
    ///
    /// A pinned key that is known to be revoked is refused although nothing else of the chain counts, and so is one whose
    /// revocation could not be looked for because the chain had used up the budget: whoever has the key chooses the chain.
    private func counts(_ finding: Finding) -> Bool {
        if enforcement == .hostAndPins, !acceptsRevokedPins,
            [.revocationRevoked, .internalBudgetExhausted].contains(finding.code)
        {
            return true
        }
        return enforcement.counts(finding)
    }
}
