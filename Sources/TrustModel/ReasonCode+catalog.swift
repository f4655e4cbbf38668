extension ReasonCode {
    /// Every code, in the order of the documentation.
    package static let all: [ReasonCode] = [
        .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainDistrusted,
        .chainIssuerMismatch, .chainTooLong, .chainLoop,
        .timeExpired, .timeNotYetValid, .timeMalformed, .timeValidityTooLong,
        .hostMismatch, .hostIpMismatch, .hostNoSAN, .hostInvalid, .hostEmailMismatch,
        .constraintNotCA, .constraintPathLength, .constraintName, .constraintPolicy, .constraintCriticalExtension,
        .constraintKeyUsage,
        .usageExtendedKeyUsage,
        .extensionInvalid, .extensionProxyCertificate,
        .cryptoKeyWeak, .cryptoDigestWeak, .cryptoAlgorithm,
        .strictIssuerNameEmpty, .strictSubjectNameEmpty, .strictAuthorityKeyIdentifierMissing,
        .strictSubjectKeyIdentifierMissing, .strictSubjectAltNameEmpty, .strictSubjectAltNameNotCritical,
        .strictBasicConstraintsNotCritical, .strictAuthorityKeyIdentifierCritical, .strictSubjectKeyIdentifierCritical,
        .strictExtensionsRequireVersion3,
        .revocationRevoked, .revocationUnavailable, .revocationStale, .revocationUnknown, .revocationResponseInvalid,
        .pinCertificateMismatch, .pinKeyMismatch, .pinSetEmpty, .pinSetExpired, .pinNoBackup,
        .policyNoMatch, .policyDisabled, .policyGuardRefused,
        .hazardHostIgnored, .hazardKeyOnly, .hazardValidityIgnored, .hazardAnyChainAccepted,
        .internalUnmapped, .internalValidationFailed, .internalBudgetExhausted,
        .noticeAnchor, .noticePin, .noticePinSetExpiring, .noticeException, .noticeRevocation,
    ]
}
