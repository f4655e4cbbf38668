extension ReasonCode {
    /// Every code, in the order of the documentation.
    package static let all: [ReasonCode] = [
        .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainDistrusted,
        .chainIssuerMismatch, .chainTooLong, .chainLoop, .timeExpired, .timeNotYetValid, .timeMalformed,
        .timeValidityTooLong, .hostMismatch, .hostIpMismatch, .hostNoSAN, .hostInvalid, .hostEmailMismatch,
        .constraintNotCA, .constraintPathLength, .constraintName, .constraintPolicy, .constraintCriticalExtension,
        .constraintKeyUsage, .usageExtendedKeyUsage, .extensionInvalid, .extensionProxyCertificate, .cryptoKeyWeak,
        .cryptoDigestWeak, .cryptoAlgorithm, .strictIssuerNameEmpty, .strictSubjectNameEmpty,
        .strictAuthorityKeyIdentifierMissing, .strictSubjectKeyIdentifierMissing, .strictSubjectAltNameEmpty,
        .strictSubjectAltNameNotCritical, .strictBasicConstraintsNotCritical, .strictAuthorityKeyIdentifierCritical,
        .strictSubjectKeyIdentifierCritical, .strictExtensionsRequireVersion3, .policyNoMatch, .policyDisabled,
        .internalUnmapped, .internalValidationFailed, .internalBudgetExhausted, .noticeAnchor,
    ]
}
