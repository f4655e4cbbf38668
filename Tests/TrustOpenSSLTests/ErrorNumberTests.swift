import Testing
import TrustModel
import TrustTestSupport

@Suite struct `OpenSSL error numbers` {
    /// Each reason code with its equivalent OpenSSL constant.
    private static let equivalents: [ReasonCode: String] = [
        .chainIssuerNotFound: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
        .chainUntrustedRoot: "X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN",
        .chainSelfSignedLeaf: "X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT",
        .chainSignatureInvalid: "X509_V_ERR_CERT_SIGNATURE_FAILURE",
        .chainTooLong: "X509_V_ERR_CERT_CHAIN_TOO_LONG",
        .chainLoop: "X509_V_ERR_PATH_LOOP",
        .chainDistrusted: "X509_V_ERR_CERT_REJECTED",
        .chainIssuerMismatch: "X509_V_ERR_AKID_SKID_MISMATCH",
        .timeExpired: "X509_V_ERR_CERT_HAS_EXPIRED",
        .timeNotYetValid: "X509_V_ERR_CERT_NOT_YET_VALID",
        .timeMalformed: "X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD",
        .constraintNotCA: "X509_V_ERR_INVALID_CA",
        .constraintPathLength: "X509_V_ERR_PATH_LENGTH_EXCEEDED",
        .constraintName: "X509_V_ERR_PERMITTED_VIOLATION",
        .constraintPolicy: "X509_V_ERR_NO_EXPLICIT_POLICY",
        .constraintCriticalExtension: "X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION",
        .constraintKeyUsage: "X509_V_ERR_KEYUSAGE_NO_CERTSIGN",
        .usageExtendedKeyUsage: "X509_V_ERR_INVALID_PURPOSE",
        .extensionInvalid: "X509_V_ERR_INVALID_EXTENSION",
        .extensionProxyCertificate: "X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED",
        .cryptoKeyWeak: "X509_V_ERR_EE_KEY_TOO_SMALL",
        .cryptoDigestWeak: "X509_V_ERR_CA_MD_TOO_WEAK",
        .cryptoAlgorithm: "X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM",
        .strictIssuerNameEmpty: "X509_V_ERR_ISSUER_NAME_EMPTY",
        .strictSubjectNameEmpty: "X509_V_ERR_SUBJECT_NAME_EMPTY",
        .strictAuthorityKeyIdentifierMissing: "X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER",
        .strictSubjectKeyIdentifierMissing: "X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER",
        .strictSubjectAltNameEmpty: "X509_V_ERR_EMPTY_SUBJECT_ALT_NAME",
        .strictSubjectAltNameNotCritical: "X509_V_ERR_EMPTY_SUBJECT_SAN_NOT_CRITICAL",
        .strictBasicConstraintsNotCritical: "X509_V_ERR_CA_BCONS_NOT_CRITICAL",
        .strictAuthorityKeyIdentifierCritical: "X509_V_ERR_AUTHORITY_KEY_IDENTIFIER_CRITICAL",
        .strictSubjectKeyIdentifierCritical: "X509_V_ERR_SUBJECT_KEY_IDENTIFIER_CRITICAL",
        .strictKeyUsageMissing: "X509_V_ERR_CA_CERT_MISSING_KEY_USAGE",
        .strictExtensionsRequireVersion3: "X509_V_ERR_EXTENSIONS_REQUIRE_VERSION_3",
        .hostMismatch: "X509_V_ERR_HOSTNAME_MISMATCH",
        .hostIpMismatch: "X509_V_ERR_IP_ADDRESS_MISMATCH",
        .hostEmailMismatch: "X509_V_ERR_EMAIL_MISMATCH",
        .revocationRevoked: "X509_V_ERR_CERT_REVOKED",
        .revocationUnavailable: "X509_V_ERR_UNABLE_TO_GET_CRL",
        .revocationStale: "X509_V_ERR_CRL_HAS_EXPIRED",
        .revocationUnknown: "X509_V_ERR_OCSP_CERT_UNKNOWN",
        .revocationResponseInvalid: "X509_V_ERR_CRL_SIGNATURE_FAILURE",
        .ctInsufficient: "X509_V_ERR_NO_VALID_SCTS",
        .internalValidationFailed: "X509_V_ERR_UNSPECIFIED",
    ]

    @Test(arguments: ReasonCode.all) func `equal the constants in x509_vfy.h`(code: ReasonCode) {
        let number = Self.equivalents[code].flatMap { OpenSSLErrors.numbers[$0] }
        #expect(code.openSSLNumber == number.map(Int.init), "\(code.name)")
    }
}
