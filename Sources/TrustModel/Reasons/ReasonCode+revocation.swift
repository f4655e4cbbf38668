extension ReasonCode {
    /// `revocation.revoked`.
    package static let revocationRevoked = ReasonCode(
        "revocation.revoked",
        .fatal,
        rank: 12,
        meaning: "A certificate was revoked by its issuer.",
        remedy:
            "Generate a new key and have a new certificate issued for it. Ask the CA why the old certificate was "
            + "revoked.",
        reference: "RFC 5280 §6.3",
        reportMode: .alwaysDenied
    )

    /// `revocation.unavailable`.
    package static let revocationUnavailable = ReasonCode(
        "revocation.unavailable",
        .recoverable,
        rank: 97,
        meaning: "No OCSP response or CRL gives the revocation status of a certificate.",
        remedy:
            "Get an OCSP response for the certificate, such as the one that the server staples, or the issuer's "
            + "current CRL. Give it in the request's `crls` or `ocsp`, or in the policy.",
        reference: "RFC 5280 §6.3.3",
        reportMode: .waived
    )

    /// `revocation.stale`.
    package static let revocationStale = ReasonCode(
        "revocation.stale",
        .recoverable,
        rank: 96,
        meaning: "The OCSP response or CRL for a certificate has expired or is not yet valid.",
        remedy:
            "Get a new CRL or OCSP response from the CA. If the new one is rejected too, check the clock of the "
            + "machine that runs anchord, or the request's `at`. If the time is right, report the CRL or response to the CA.",
        reference: "RFC 6960 §4.2.2.1",
        reportMode: .waived
    )

    /// `revocation.unknown`.
    package static let revocationUnknown = ReasonCode(
        "revocation.unknown",
        .recoverable,
        rank: 95,
        meaning: "The OCSP responder reports the certificate as unknown.",
        remedy:
            "If the certificate is new, get another OCSP response later: a responder can report new certificates as "
            + "unknown for some time. Otherwise ask the CA whether it issued the certificate.",
        reference: "RFC 6960 §2.2",
        reportMode: .waived
    )

    /// `revocation.responseInvalid`.
    package static let revocationResponseInvalid = ReasonCode(
        "revocation.responseInvalid",
        .recoverable,
        rank: 95,
        meaning: "An OCSP response or CRL for a certificate is invalid and is not used.",
        remedy:
            "Get the CRL or OCSP response again from the CA that issued the certificate. If the new one is rejected "
            + "too, report this message to the CA.",
        reference: "RFC 6960 §3.2"
    )
}
