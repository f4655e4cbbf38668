extension ReasonCode {
    /// `crypto.keyWeak`.
    package static let cryptoKeyWeak = ReasonCode(
        "crypto.keyWeak",
        .recoverable,
        rank: 90,
        downgrading: .allowedExcept("if the key is invalid, or if a signature of the path cannot be verified with it"),
        meaning: "A key is too short or too weak for the policy, or is not a valid key.",
        cause: """
            An RSA key has fewer bits than `minimumRSABits`, or an elliptic curve is too small. Or the key is a DSA \
            key under the profile `server`, has an unknown type, or is weaker than `minimumSecurityLevel`. An RSA key \
            is invalid if its modulus or exponent is even, if its exponent is 1, or if its exponent is not less than \
            its modulus. An elliptic curve key, or one for Ed25519, Ed448, ML-DSA or SLH-DSA, is invalid if it has a \
            wrong form or length, or is not a point of its curve. An issuer's key with which OpenSSL verifies no signature is also \
            rejected: an RSA key of more than 16384 bits, or one of more than 3072 bits with an exponent of more than \
            64. Then no signature is reported as invalid.
            """,
        remedy: "Generate a stronger key, and have the certificate reissued for it.",
        reference: "CA/Browser Forum Baseline Requirements §6.1.5",
        openSSL: (66, "X509_V_ERR_EE_KEY_TOO_SMALL"),
        others: [
            "`ERR_CERT_WEAK_KEY` (Chrome)",
            "`MOZILLA_PKIX_ERROR_INADEQUATE_KEY_SIZE` (Firefox)",
        ]
    )

    /// `crypto.digestWeak`.
    package static let cryptoDigestWeak = ReasonCode(
        "crypto.digestWeak",
        .recoverable,
        rank: 90,
        downgrading: .allowed,
        meaning: "A certificate is signed with a weak digest.",
        cause: """
            A certificate below the trust anchor is signed with MD5 or SHA-1, or with a digest below \
            `minimumSecurityLevel`.
            """,
        remedy: "Have the certificate reissued with a signature that uses SHA-256 or a stronger digest.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.3.2",
        openSSL: (68, "X509_V_ERR_CA_MD_TOO_WEAK"),
        others: [
            "`x509.InsecureAlgorithmError` (Go)",
            "`ERR_CERT_WEAK_SIGNATURE_ALGORITHM` (Chrome)",
            "`SEC_ERROR_CERT_SIGNATURE_ALGORITHM_DISABLED` (Firefox)",
        ]
    )

    /// `crypto.algorithm`.
    package static let cryptoAlgorithm = ReasonCode(
        "crypto.algorithm",
        .fatal,
        rank: 90,
        downgrading: .allowedExcept("if the signature could not be verified"),
        meaning: "A signature algorithm is unknown, unsupported or inconsistent.",
        cause: """
            The two algorithm fields of a certificate differ, or the parameters do not belong to the algorithm. Or \
            anchord does not support the algorithm (SM2, HashML-DSA, HashSLH-DSA, composite ML-DSA, GOST R 34.10). Or \
            the OpenSSL at run time lacks it (ML-DSA, SLH-DSA and ECDSA with SHA-3 before OpenSSL 3.5). In the last \
            two cases, the signature could not be verified.
            """,
        remedy: "Have the certificate reissued with a common signature algorithm, such as ECDSA or RSA with SHA-256.",
        reference: "RFC 5280 §4.1.1.2",
        openSSL: (76, "X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM")
    )
}
