/// The remedies for missing evidence of a certificate's revocation status, from the most specific cause to the most general.
///
/// Only the last one weakens the policy for certificates that can be revoked.
extension SpecialRemedy {
    /// The remedy if the policy demands evidence although the CA publishes none.
    package static let deniedNoRevAvail = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the policy has `noRevAvail: deny`",
        remedy:
            "Have the certificate reissued with the location of a CRL or an OCSP responder. If certificates of this CA are "
            + "valid for a few days only, set `shortLived` in the policy instead."
    )

    /// The remedy if a location has an address that the configuration does not allow.
    package static let forbiddenLocation = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the address of a location is not allowed",
        remedy:
            "If you trust the server of the location, add its host or network to `network.allow` in the configuration. "
            + "Otherwise give the evidence in the request's `crls` or `ocsp`, or in the policy."
    )

    /// The remedy if fetching failed.
    package static let failedFetch = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the evidence could not be fetched",
        remedy:
            "Correct the cause of each failed attempt: the documentation page Fetcher explains the codes. Until then, give "
            + "the evidence in the request's `crls` or `ocsp`, or in the policy."
    )

    /// The remedy if the certificate names only locations that are not fetched.
    package static let unaskedLocation = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the certificate names only locations that are not fetched",
        remedy:
            "Get the CRL or OCSP response from the named location yourself, and give it in the policy's `crls` or `ocsp`. "
            + "Replace it before it ends. Ask the CA to publish at an http URL too."
    )

    /// The remedy if the certificate names a location but the policy does not fetch.
    package static let unfetchedEvidence = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the policy does not fetch evidence",
        remedy:
            "Give an OCSP response or the issuer's current CRL in the request's `ocsp` or `crls`, or in the policy. Or let "
            + "anchord fetch it from the locations in the certificate: set `networkAccess: true` in the policy's "
            + "`revocation`."
    )

    /// The remedy if the certificate names a CRL only, and the policy uses OCSP only.
    package static let otherMethodCRL = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the certificate names only a CRL, and the policy uses OCSP only",
        remedy: "Add `crl` to the policy's `methods`: the certificate names a CRL and no OCSP responder."
    )

    /// The remedy if the certificate names an OCSP responder only, and the policy uses CRLs only.
    package static let otherMethodOCSP = SpecialRemedy(
        .revocationUnavailable,
        applies: "if the certificate names only an OCSP responder, and the policy uses CRLs only",
        remedy: "Add `ocsp` to the policy's `methods`: the certificate names an OCSP responder and no CRL."
    )

    /// The remedy for a CA certificate that names no location.
    package static let offlineAuthority = SpecialRemedy(
        .revocationUnavailable,
        applies: "for a CA certificate without a location",
        remedy:
            "Get the current CRL of the CA that issued this certificate, and give it in the policy's `crls`. If that CA "
            + "is offline and issues no CRL, set `scope: leaf` in the policy."
    )

    /// The remedy for a leaf without a location if the policy uses CRLs only.
    package static let missingCRL = SpecialRemedy(
        .revocationUnavailable,
        applies: "for a leaf without a location, if the policy uses CRLs only",
        remedy:
            "Get the issuer's current CRL, and give it in the request's `crls`, or in the policy. If the CA has only an OCSP "
            + "responder, add `ocsp` to the policy's `methods`."
    )

    /// The remedy for a leaf without a location if the policy uses OCSP only.
    package static let missingOCSPResponse = SpecialRemedy(
        .revocationUnavailable,
        applies: "for a leaf without a location, if the policy uses OCSP only",
        remedy: "Get an OCSP response for the certificate, such as the one that the server staples, and give it in the "
            + "request's `ocsp`. If the CA publishes only CRLs, add `crl` to the policy's `methods`."
    )

    /// The remedy for a leaf without a location if the policy uses both methods and requires an answer.
    package static let nothingPublished = SpecialRemedy(
        .revocationUnavailable,
        applies: "for a leaf without a location, if the policy requires an answer",
        remedy:
            "Get an OCSP response for the certificate, such as the one that the server staples, or the issuer's current CRL. "
            + "Give it in the request's `crls` or `ocsp`, or in the policy. If the CA publishes neither and its certificates "
            + "are valid for a few days only, set `shortLived` in the policy. Otherwise, turn off "
            + "`requirePositiveResponse` in the policy, or use another CA."
    )
}
