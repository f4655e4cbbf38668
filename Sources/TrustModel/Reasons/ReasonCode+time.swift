extension ReasonCode {
    /// `time.expired`.
    package static let timeExpired = ReasonCode(
        "time.expired",
        .recoverable,
        rank: 50,
        downgrading: .allowed,
        meaning: "A certificate has expired.",
        cause: """
            The certificate, an intermediate or the trust anchor was not renewed, or the request's `at` is after its \
            expiry date.
            """,
        remedy: "Renew the certificate and install the new one.",
        reference: "RFC 5280 §6.1.3 (a)(2)",
        openSSL: (10, "X509_V_ERR_CERT_HAS_EXPIRED"),
        others: [
            "`errSecCertificateExpired` (Apple)",
            "`x509.Expired` (Go)",
            "`ERR_CERT_DATE_INVALID` (Chrome)",
            "`SEC_ERROR_EXPIRED_CERTIFICATE` (Firefox)",
        ]
    )

    /// `time.notYetValid`.
    package static let timeNotYetValid = ReasonCode(
        "time.notYetValid",
        .recoverable,
        rank: 50,
        downgrading: .allowed,
        meaning: "A certificate is not yet valid.",
        cause: """
            A clock is wrong, a new certificate is used before its validity period begins, or the request's `at` is \
            before this period.
            """,
        remedy:
            "Check the clock of the machine that runs anchord, or the request's `at`. If the time is right, wait until "
            + "the certificate is valid, or have it reissued with an earlier start date.",
        reference: "RFC 5280 §6.1.3 (a)(2)",
        openSSL: (9, "X509_V_ERR_CERT_NOT_YET_VALID"),
        others: [
            "`errSecCertificateNotValidYet` (Apple)",
            "`x509.Expired` (Go)",
            "`ERR_CERT_DATE_INVALID` (Chrome)",
            "`MOZILLA_PKIX_ERROR_NOT_YET_VALID_CERTIFICATE` (Firefox)",
        ]
    )

    /// `time.malformed`.
    package static let timeMalformed = ReasonCode(
        "time.malformed",
        .fatal,
        rank: 50,
        downgrading: .allowed,
        meaning: "A certificate's validity period is malformed.",
        cause: """
            A time is not encoded as RFC 5280 requires (`YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`), or is not a date. The \
            message names the time (`notBefore` or `notAfter`) and the defect. Or the validity period ends before it \
            begins.
            """,
        remedy: "Have the certificate reissued with a well-formed validity period.",
        reference: "RFC 5280 §4.1.2.5",
        openSSL: (13, "X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD")
    )

    /// `time.validityTooLong`.
    package static let timeValidityTooLong = ReasonCode(
        "time.validityTooLong",
        .recoverable,
        rank: 120,
        downgrading: .allowed,
        meaning: "A certificate's validity period is longer than the policy allows.",
        cause: """
            The leaf's validity period is longer than `maximumLifetime` directly under the policy's `constraints`, or \
            than the profile allows for server certificates.
            """,
        remedy:
            "Have the certificate reissued with a shorter validity period, within the limit that the message gives.",
        reference: "CA/Browser Forum Baseline Requirements §6.3.2",
        others: [
            "`ERR_CERT_VALIDITY_TOO_LONG` (Chrome)"
        ],
        reportMode: .waived
    )
}
