import COpenSSL
import TrustModel

/// An error number of X509_verify_cert (x509_vfy.h), and what it means to us.
struct VerifyError: Hashable {
    let number: Int32

    /// The reason code; ``ReasonCode/internalUnmapped`` for a number that is not in the table, which denies.
    var code: ReasonCode { Self.codes[number] ?? .internalUnmapped }

    /// Whether only the strict flag makes this an error: demands on conforming authorities.
    var isPedantic: Bool { Self.pedantic.contains(number) }

    /// Whether it leaves a certificate's signature unverified.
    var isOfSignature: Bool { code == .chainSignatureInvalid || number == X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM }

    /// OpenSSL's own words.
    var text: String {
        let text = unsafe X509_verify_cert_error_string(Int(number))
        return unsafe text.map { unsafe String(cString: $0) } ?? "error \(number)"
    }

    private static let codes: [Int32: ReasonCode] = {
        let groups: [(ReasonCode, [Int32])] = [
            (
                .chainIssuerNotFound,
                [
                    X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                    X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
                ]
            ),
            (.chainUntrustedRoot, [X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN]),
            (.chainSelfSignedLeaf, [X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT]),
            (
                .chainSignatureInvalid,
                [
                    X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE, X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY,
                    X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_NO_ISSUER_PUBLIC_KEY,
                ]
            ),
            (.chainTooLong, [X509_V_ERR_CERT_CHAIN_TOO_LONG]),
            (.chainLoop, [X509_V_ERR_PATH_LOOP]),
            (.chainDistrusted, [X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED]),
            (
                .chainIssuerMismatch,
                [
                    X509_V_ERR_SUBJECT_ISSUER_MISMATCH, X509_V_ERR_AKID_SKID_MISMATCH,
                    X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH,
                ]
            ),
            (.timeExpired, [X509_V_ERR_CERT_HAS_EXPIRED]),
            (.timeNotYetValid, [X509_V_ERR_CERT_NOT_YET_VALID]),
            (
                .timeMalformed,
                [X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD]
            ),
            (.constraintNotCA, [X509_V_ERR_INVALID_CA]),
            (
                .constraintPathLength,
                [
                    X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_PATHLEN_INVALID_FOR_NON_CA,
                    X509_V_ERR_PATHLEN_WITHOUT_KU_KEY_CERT_SIGN,
                ]
            ),
            (
                .constraintName,
                [
                    X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
                    X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
                    X509_V_ERR_UNSUPPORTED_NAME_SYNTAX,
                ]
            ),
            (.constraintPolicy, [X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY]),
            (.constraintCriticalExtension, [X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION]),
            (
                .constraintKeyUsage,
                [
                    X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_KEYUSAGE_NO_DIGITAL_SIGNATURE,
                    X509_V_ERR_KU_KEY_CERT_SIGN_INVALID_FOR_NON_CA,
                ]
            ),
            (.usageExtendedKeyUsage, [X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_INVALID_NON_CA]),
            (
                .extensionInvalid,
                [
                    X509_V_ERR_INVALID_EXTENSION, X509_V_ERR_UNNESTED_RESOURCE,
                    X509_V_ERR_UNSUPPORTED_EXTENSION_FEATURE,
                ]
            ),
            (
                .extensionProxyCertificate,
                [
                    X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED, X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED,
                    X509_V_ERR_PROXY_SUBJECT_NAME_VIOLATION,
                ]
            ),
            (.cryptoKeyWeak, [X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL]),
            (.cryptoDigestWeak, [X509_V_ERR_CA_MD_TOO_WEAK]),
            (
                .cryptoAlgorithm,
                [
                    X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH, X509_V_ERR_SIGNATURE_ALGORITHM_INCONSISTENCY,
                    X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM, X509_V_ERR_EC_KEY_EXPLICIT_PARAMS,
                ]
            ),
            (.strictKeyUsageMissing, [X509_V_ERR_CA_CERT_MISSING_KEY_USAGE]),
            (.strictIssuerNameEmpty, [X509_V_ERR_ISSUER_NAME_EMPTY]),
            (.strictSubjectNameEmpty, [X509_V_ERR_SUBJECT_NAME_EMPTY]),
            (.strictAuthorityKeyIdentifierMissing, [X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER]),
            (.strictSubjectKeyIdentifierMissing, [X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER]),
            (.strictSubjectAltNameEmpty, [X509_V_ERR_EMPTY_SUBJECT_ALT_NAME]),
            (.strictSubjectAltNameNotCritical, [X509_V_ERR_EMPTY_SUBJECT_SAN_NOT_CRITICAL]),
            (.strictBasicConstraintsNotCritical, [X509_V_ERR_CA_BCONS_NOT_CRITICAL]),
            (.strictAuthorityKeyIdentifierCritical, [X509_V_ERR_AUTHORITY_KEY_IDENTIFIER_CRITICAL]),
            (.strictSubjectKeyIdentifierCritical, [X509_V_ERR_SUBJECT_KEY_IDENTIFIER_CRITICAL]),
            (.strictExtensionsRequireVersion3, [X509_V_ERR_EXTENSIONS_REQUIRE_VERSION_3]),
            (
                .internalValidationFailed,
                [
                    X509_V_ERR_UNSPECIFIED, X509_V_ERR_OUT_OF_MEM, X509_V_ERR_APPLICATION_VERIFICATION,
                    X509_V_ERR_INVALID_CALL, X509_V_ERR_STORE_LOOKUP,
                ]
            ),
        ]
        return Dictionary(uniqueKeysWithValues: groups.flatMap { code, numbers in numbers.map { ($0, code) } })
    }()

    private static let pedantic: Set<Int32> = [
        X509_V_ERR_PATHLEN_INVALID_FOR_NON_CA, X509_V_ERR_PATHLEN_WITHOUT_KU_KEY_CERT_SIGN,
        X509_V_ERR_KU_KEY_CERT_SIGN_INVALID_FOR_NON_CA, X509_V_ERR_CA_CERT_MISSING_KEY_USAGE,
        X509_V_ERR_ISSUER_NAME_EMPTY, X509_V_ERR_SUBJECT_NAME_EMPTY, X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER,
        X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER, X509_V_ERR_EMPTY_SUBJECT_ALT_NAME,
        X509_V_ERR_EMPTY_SUBJECT_SAN_NOT_CRITICAL, X509_V_ERR_CA_BCONS_NOT_CRITICAL,
        X509_V_ERR_AUTHORITY_KEY_IDENTIFIER_CRITICAL, X509_V_ERR_SUBJECT_KEY_IDENTIFIER_CRITICAL,
        X509_V_ERR_EXTENSIONS_REQUIRE_VERSION_3,
    ]
}
