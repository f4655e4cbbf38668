import TrustModel

/// The rules of path evaluation.
package enum RuleCatalog {
    /// The rule that is applied last, and only to a path that all others accept.
    static let last = AllowedClientsRule()
    /// All rules, in the order in which explanations list them.
    package static var all: [any Rule] { rules + [last] }

    /// All rules but the last.
    package static let rules: [any Rule] = [
        TrustAnchorRule(),
        AnchorConstraintsRule(),
        TrustSettingsRule(),
        BlockRule(),
        SignatureRule(),
        ValidityRule(),
        HostNameRule(),
        PinRule(),
        RevocationRule(),
        TransparencyRule(),
        MailboxRule(),
        ConstraintsRule(),
        SVIDRule(),
        SVIDUsageRule(),
        TrustDomainRule(),
        PurposeRule(),
        KeyUsageRule(),
        BasicConstraintsRule(),
        PathLengthRule(),
        IntermediateCountRule(),
        NameConstraintsRule(),
        CertificatePoliciesRule(),
        CriticalExtensionsRule(),
        ExtensionSyntaxRule(),
        KeyStrengthRule(),
        SignatureAlgorithmRule(),
        LifetimeRule(),
        ServerLifetimeRule(),
        WebLifetimeRule(),
        CertificateFormRule(),
        SubjectNameRule(),
        NameEncodingRule(),
        AlternativeNameRule(),
        CommonNameRule(),
        KeyIdentifierRule(),
        AuthorityExtensionRule(),
        KeyUsageFormRule(),
        ExtendedKeyUsageFormRule(),
        WebKeyRule(),
        WebSignatureRule(),
    ]
}
