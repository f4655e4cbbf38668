extension ReasonCode {
    /// `revocation.revoked`.
    package static let revocationRevoked = ReasonCode(
        "revocation.revoked",
        .fatal,
        rank: 12,
        "A certificate was revoked by its issuer.",
        remedy: "Replace the certificate with a new one for a new key, and ask the CA why it was revoked.",
        reference: "RFC 5280 §6.3"
    )

    /// `revocation.unavailable`.
    package static let revocationUnavailable = ReasonCode(
        "revocation.unavailable",
        .recoverable,
        rank: 97,
        "There is no evidence of the revocation status of a certificate.",
        remedy:
            "Staple an OCSP response, or give the issuer's current CRL or OCSP response in the request's `crls` or "
            + "`ocsp`, or in the policy. If the CA publishes neither, turn off `requirePositiveResponse`.",
        reference: "RFC 5280 §6.3.3"
    )

    /// `revocation.stale`.
    package static let revocationStale = ReasonCode(
        "revocation.stale",
        .recoverable,
        rank: 96,
        "The evidence of a certificate's revocation status is expired or not yet valid.",
        remedy:
            "Fetch the CRL or OCSP response again. If it is still out of date, check the clock of the machine that "
            + "runs anchord, then report it to the CA.",
        reference: "RFC 6960 §4.2.2.1"
    )

    /// `revocation.unknown`.
    package static let revocationUnknown = ReasonCode(
        "revocation.unknown",
        .recoverable,
        rank: 95,
        "The OCSP responder reports the certificate as unknown.",
        remedy:
            "Ask the CA whether it issued the certificate. A responder may report a newly issued certificate as "
            + "unknown for some time.",
        reference: "RFC 6960 §2.2"
    )

    /// `revocation.responseInvalid`.
    package static let revocationResponseInvalid = ReasonCode(
        "revocation.responseInvalid",
        .recoverable,
        rank: 95,
        "The evidence of a certificate's revocation status is invalid and is not used.",
        remedy:
            "Get the CRL or OCSP response again from the CA that issued the certificate. If the problem persists, "
            + "report it to the CA.",
        reference: "RFC 6960 §3.2"
    )
}
