/// The OpenSSL errors that are closest to each reason code (X509_V_ERR_… in x509_vfy.h, OpenSSL 3.0).
///
/// The numbers are documentation only: they do not affect verdicts, and OpenSSL need not report the same error.
extension ReasonCode {
    /// The number of the closest OpenSSL error; nil for codes without an equivalent.
    package var openSSLNumber: Int? { Self.openSSLNumbers[self] }

    private static let openSSLNumbers: [ReasonCode: Int] = [
        .chainIssuerNotFound: 20, .chainUntrustedRoot: 19, .chainSelfSignedLeaf: 18, .chainSignatureInvalid: 7,
        .chainTooLong: 22, .chainLoop: 55, .chainDistrusted: 28, .chainIssuerMismatch: 30,
        .timeExpired: 10, .timeNotYetValid: 9, .timeMalformed: 13,
        .constraintNotCA: 79, .constraintPathLength: 25, .constraintName: 47, .constraintPolicy: 43,
        .constraintCriticalExtension: 34, .constraintKeyUsage: 32, .usageExtendedKeyUsage: 26,
        .extensionInvalid: 41, .extensionProxyCertificate: 40,
        .cryptoKeyWeak: 66, .cryptoDigestWeak: 68, .cryptoAlgorithm: 76,
        .strictIssuerNameEmpty: 83, .strictSubjectNameEmpty: 84, .strictAuthorityKeyIdentifierMissing: 85,
        .strictSubjectKeyIdentifierMissing: 86, .strictSubjectAltNameEmpty: 87, .strictSubjectAltNameNotCritical: 88,
        .strictBasicConstraintsNotCritical: 89, .strictAuthorityKeyIdentifierCritical: 90,
        .strictSubjectKeyIdentifierCritical: 91, .strictKeyUsageMissing: 92, .strictExtensionsRequireVersion3: 93,
        .hostMismatch: 62, .hostIpMismatch: 64, .hostEmailMismatch: 63,
        .revocationRevoked: 23, .revocationUnavailable: 3, .revocationStale: 12, .revocationUnknown: 75,
        .revocationResponseInvalid: 8,
        .ctInsufficient: 71,
        .internalValidationFailed: 1,
    ]
}
