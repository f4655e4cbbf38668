extension ReasonCode {
    /// `revocation.revoked`.
    package static let revocationRevoked = ReasonCode(
        "revocation.revoked",
        .fatal,
        rank: 12,
        downgrading: .forbidden(),
        meaning: "A certificate was revoked by its issuer.",
        cause:
            "The key was lost or stolen, the certificate was replaced, or its contents no longer describe its holder.",
        remedy:
            "Generate a new key and have a new certificate issued for it. Ask the CA why the old certificate was "
            + "revoked.",
        reference: "RFC 5280 §6.3",
        openSSL: (23, "X509_V_ERR_CERT_REVOKED"),
        others: [
            "`errSecCertificateRevoked` (Apple)",
            "`ERR_CERT_REVOKED` (Chrome)",
            "`SEC_ERROR_REVOKED_CERTIFICATE` (Firefox)",
        ],
        reportMode: .alwaysDenied
    )

    /// `revocation.unavailable`.
    package static let revocationUnavailable = ReasonCode(
        "revocation.unavailable",
        .recoverable,
        rank: 97,
        downgrading: .allowed,
        meaning: "No OCSP response or CRL gives the revocation status of a certificate.",
        cause: """
            The policy requests a revocation check, and there is neither an OCSP response nor a CRL for the \
            certificate. The message has the failed attempts, the locations that are not fetched, and a method that \
            the policy does not use.
            """,
        remedy:
            "Get an OCSP response for the certificate, such as the one that the server staples, or the issuer's "
            + "current CRL. Give it in the request's `crls` or `ocsp`, or in the policy.",
        reference: "RFC 5280 §6.3.3",
        openSSL: (3, "X509_V_ERR_UNABLE_TO_GET_CRL"),
        others: [
            "`errSecIncompleteCertRevocationCheck` (Apple)",
            "`ERR_CERT_UNABLE_TO_CHECK_REVOCATION` (Chrome)",
        ],
        reportMode: .waived
    )

    /// `revocation.stale`.
    package static let revocationStale = ReasonCode(
        "revocation.stale",
        .recoverable,
        rank: 96,
        downgrading: .allowed,
        meaning: "The OCSP response or CRL for a certificate has expired or is not yet valid.",
        cause: """
            The CRL or OCSP response was not renewed in time: its `nextUpdate` has passed. Or a clock is wrong, so \
            that `thisUpdate` appears to be in the future. Or the request's `at` is not between `thisUpdate` and \
            `nextUpdate`.
            """,
        remedy:
            "Get a new CRL or OCSP response from the CA. If the new one is rejected too, check the clock of the "
            + "machine that runs anchord, or the request's `at`. If the time is right, report the CRL or response to the CA.",
        reference: "RFC 6960 §4.2.2.1",
        openSSL: (12, "X509_V_ERR_CRL_HAS_EXPIRED"),
        reportMode: .waived
    )

    /// `revocation.unknown`.
    package static let revocationUnknown = ReasonCode(
        "revocation.unknown",
        .recoverable,
        rank: 95,
        downgrading: .allowed,
        meaning: "The OCSP responder reports the certificate as unknown.",
        cause: """
            The certificate was issued moments ago, the responder serves another CA, or the CA never issued the \
            certificate.
            """,
        remedy:
            "If the certificate is new, get another OCSP response later: a responder can report new certificates as "
            + "unknown for some time. Otherwise ask the CA whether it issued the certificate.",
        reference: "RFC 6960 §2.2",
        openSSL: (75, "X509_V_ERR_OCSP_CERT_UNKNOWN"),
        reportMode: .waived
    )

    /// `revocation.responseInvalid`.
    package static let revocationResponseInvalid = ReasonCode(
        "revocation.responseInvalid",
        .recoverable,
        rank: 95,
        downgrading: .allowed,
        meaning: "An OCSP response or CRL for a certificate is invalid and is not used.",
        cause: """
            An OCSP response or CRL is malformed, covers other certificates, or has an unauthorized signer. \
            Unauthorized signers are, for example, another CA, or a delegated responder without the purpose \
            OCSPSigning. If the leaf is itself the trust anchor, or is pinned without a valid chain, the certificate \
            of its CA can be missing: add that certificate to `intermediates`. A CRL that covers only end-entity \
            certificates, or only CA certificates, does not cover certificates of version 1 or 2. The entry reason \
            `removeFromCRL` is allowed only in delta CRLs.
            """,
        remedy:
            "Get the CRL or OCSP response again from the CA that issued the certificate. If the new one is rejected "
            + "too, report this message to the CA.",
        reference: "RFC 6960 §3.2",
        openSSL: (8, "X509_V_ERR_CRL_SIGNATURE_FAILURE")
    )
}
