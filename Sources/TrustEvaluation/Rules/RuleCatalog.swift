import TrustModel

/// The rules of path evaluation.
package enum RuleCatalog {
    /// All rules, in the order in which explanations list them.
    package static let rules: [any Rule] = [
        TrustAnchorRule(),
        TrustSettingsRule(),
        SignatureRule(),
        ValidityRule(),
        HostNameRule(),
        PinRule(),
        RevocationRule(),
        MailboxRule(),
        AllowedClientsRule(),
        ConstraintsRule(),
        SVIDRule(),
        SVIDUsageRule(),
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
