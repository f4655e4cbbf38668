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

/// The rows that reason codes refer to.
extension ProfileSeverities {
    //                                       server    webpki  rfc5280   Strict  basicX509 appleSSL  spiffe
    static let pedantry = ProfileSeverities(.warning, .error, .warning, .error, .warning, .warning, .warning)
    /// The Baseline Requirements apply only to public CAs, so only `webpki` reports these codes.
    static let forum = ProfileSeverities(.ignore, .error, .ignore, .ignore, .ignore, .ignore, .ignore)
    /// Public test vectors and today's certificates contain these deviations, and software accepts them.
    static let advised = ProfileSeverities(.ignore, .warning, .ignore, .ignore, .ignore, .ignore, .ignore)
    /// Rules report these deviations as warnings because path validation itself ignores them.
    static let raised = ProfileSeverities(nil, .error, nil, .error, nil, nil, nil)
    /// Old CA certificates have no key usage, and the test suites of RFC 5280 accept them (section 6.1.4 (n)).
    static let missingUsage = ProfileSeverities(.warning, .error, .warning, .warning, .warning, .warning, .warning)
    /// The Baseline Requirements allow this deviation (section 7.1.2.5.2).
    static let excused = ProfileSeverities(.warning, .ignore, .warning, .error, .warning, .warning, .warning)
    /// Tools of private CAs often create CRLs with such deviations, which do not affect processing.
    static let alwaysIgnored = ProfileSeverities(.ignore, .error, .ignore, .error, .ignore, .ignore, .ignore)
}
