/// What the authority says of a certificate after it was issued.
extension ReasonCode {
    /// `revocation.revoked`.
    package static let revocationRevoked = ReasonCode(
        "revocation.revoked",
        .fatal,
        rank: 12,
        "A certificate was revoked by its authority.",
        remedy: "Replace the certificate, and ask its authority why it was revoked.",
        reference: "RFC 5280 §6.3"
    )

    /// `revocation.unavailable`.
    package static let revocationUnavailable = ReasonCode(
        "revocation.unavailable",
        .recoverable,
        rank: 97,
        "There is no evidence whether a certificate was revoked.",
        remedy:
            "Staple an OCSP response, or give a revocation list of the issuer; otherwise let the policy do without.",
        reference: "RFC 5280 §6.3.3"
    )

    /// `revocation.stale`.
    package static let revocationStale = ReasonCode(
        "revocation.stale",
        .recoverable,
        rank: 96,
        "The evidence about a certificate's revocation is not of this time.",
        remedy: "Have it fetched again; if it stays, check the clock, or tell the authority.",
        reference: "RFC 6960 §4.2.2.1"
    )

    /// `revocation.unknown`.
    package static let revocationUnknown = ReasonCode(
        "revocation.unknown",
        .recoverable,
        rank: 95,
        "The responder does not know the certificate.",
        remedy: "Ask the authority whether it issued the certificate; a new one may only need time.",
        reference: "RFC 6960 §2.2"
    )

    /// `revocation.responseInvalid`.
    package static let revocationResponseInvalid = ReasonCode(
        "revocation.responseInvalid",
        .recoverable,
        rank: 95,
        "The evidence about a certificate's revocation cannot be relied on.",
        remedy: "Obtain it again from the authority; if it stays, report it there.",
        reference: "RFC 6960 §3.2"
    )
}
