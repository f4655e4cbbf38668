extension ReasonCode {
    /// `constraint.notCA`.
    package static let constraintNotCA = ReasonCode(
        "constraint.notCA",
        .fatal,
        rank: 70,
        downgrading: .forbidden(),
        meaning: "The certificate of an issuer is not a CA certificate.",
        cause: """
            A server certificate was used to issue another certificate, an old CA certificate has no basic \
            constraints, or an intermediate is not version 3. In certificates of other versions, extensions are \
            ignored.
            """,
        remedy:
            "If the holder of this certificate is not a CA, replace the certificate that the holder issued with a "
            + "certificate from a CA. If the holder is a CA, have this certificate reissued as version 3, with the CA "
            + "flag in its basic constraints.",
        reference: "RFC 5280 §6.1.4 (k)",
        openSSL: (79, "X509_V_ERR_INVALID_CA"),
        others: [
            "`x509.NotAuthorizedToSign` (Go)",
            "`SEC_ERROR_CA_CERT_INVALID` (Firefox)",
        ]
    )

    /// `constraint.pathLength`.
    package static let constraintPathLength = ReasonCode(
        "constraint.pathLength",
        .fatal,
        rank: 70,
        severities: .raised,
        downgrading: .allowed,
        meaning: "The path has more intermediates below a CA than the CA's path length constraint allows.",
        cause: """
            A CA issued a CA certificate although its own path length constraint, or that of a CA above it, does not \
            allow another intermediate. A path length constraint in a certificate that may not issue certificates has \
            no effect, and is reported as a warning.
            """,
        remedy:
            "Get an end-entity certificate with fewer intermediate CAs between it and this CA, or have this CA "
            + "certificate reissued with a greater path length constraint.",
        reference: "RFC 5280 §6.1.4 (l)",
        openSSL: (25, "X509_V_ERR_PATH_LENGTH_EXCEEDED"),
        others: [
            "`x509.TooManyIntermediates` (Go)",
            "`SEC_ERROR_PATH_LEN_CONSTRAINT_INVALID` (Firefox)",
        ]
    )

    /// `constraint.name`.
    package static let constraintName = ReasonCode(
        "constraint.name",
        .fatal,
        rank: 70,
        downgrading: .allowed,
        meaning: "A name in the chain violates the name constraints of a CA.",
        cause: """
            A CA whose name constraints permit only some domains issued a certificate for another domain. The message \
            gives the name and the CA, and either the subtrees that the CA permits or the subtree that it excludes. \
            Names of types that cannot be compared (otherName, x400Address, ediPartyName, registeredID) are rejected \
            if a CA constrains names of that type. A name is also rejected if a constraint for its type has a minimum \
            or maximum.
            """,
        remedy:
            "Get a certificate for this name from a CA whose name constraints permit the name. Or have the certificate "
            + "reissued with only the names that the violated constraints permit.",
        reference: "RFC 5280 §6.1.3 (b), (c)",
        openSSL: (47, "X509_V_ERR_PERMITTED_VIOLATION"),
        others: [
            "`x509.CANotAuthorizedForThisName` (Go)",
            "`ERR_CERT_NAME_CONSTRAINT_VIOLATION` (Chrome)",
            "`SEC_ERROR_CERT_NOT_IN_NAME_SPACE` (Firefox)",
        ]
    )

    /// `constraint.policy`.
    package static let constraintPolicy = ReasonCode(
        "constraint.policy",
        .recoverable,
        rank: 80,
        downgrading: .allowed,
        meaning: "The chain does not meet the requirements for certificate policies.",
        cause: """
            The policy or a certificate requires an explicit certificate policy, and the path is valid for no accepted \
            certificate policy. Or a certificate lists a certificate policy twice, maps a certificate policy from or \
            to anyPolicy, or has a malformed policy extension.
            """,
        remedy:
            "Use a chain whose certificates contain one of the required certificate policies. If these requirements "
            + "are wrong, correct the policy's `certificatePolicies`.",
        reference: "RFC 5280 §6.1.5 (g)",
        openSSL: (43, "X509_V_ERR_NO_EXPLICIT_POLICY")
    )

    /// `constraint.criticalExtension`.
    package static let constraintCriticalExtension = ReasonCode(
        "constraint.criticalExtension",
        .fatal,
        rank: 75,
        downgrading: .allowed,
        meaning: "A critical extension is not supported, so the certificate must be rejected.",
        cause: """
            The certificate has a private or rare extension that is marked critical, or critical certificate policies \
            with a private or rare qualifier. A precertificate has a critical extension that prevents its use (RFC \
            6962 §3.1).
            """,
        remedy: "Have the certificate reissued without the extension, or with the extension marked non-critical.",
        reference: "RFC 5280 §4.2",
        openSSL: (34, "X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION")
    )

    /// `constraint.keyUsage`.
    package static let constraintKeyUsage = ReasonCode(
        "constraint.keyUsage",
        .fatal,
        rank: 75,
        severities: .raised,
        downgrading: .allowed,
        meaning: "A certificate's key usage does not allow what its key is used for.",
        cause: """
            An issuer's key usage does not include keyCertSign, or the leaf's key usage does not include what TLS or \
            the policy's `keyUsage` requires. With the profile `spiffe`, the leaf has no critical key usage with \
            digitalSignature. Contradictions that relying parties need not check are reported as warnings. An example \
            is a usage that keys of the type cannot have: keyEncipherment of an elliptic curve key (RFC 8813 §3), or \
            keyAgreement of an RSA key (RFC 3279 §2.3.1).
            """,
        remedy:
            "Have the certificate reissued with the key usage that its role requires: keyCertSign for a CA, "
            + "digitalSignature for a TLS server or client, and for the leaf also the usages in the policy's "
            + "`keyUsage`.",
        reference: "RFC 5280 §4.2.1.3",
        openSSL: (32, "X509_V_ERR_KEYUSAGE_NO_CERTSIGN")
    )
}
