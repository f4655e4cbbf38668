extension SpecialRemedy {
    /// Every special remedy, in the order of the documentation.
    package static let all = [
        unknownRoot, otherKey, wrongOrder, expiredIntermediate, expiredAnchor, fastClock, requestedTimeTooLate,
        slowClock, requestedTimeTooEarly, forbiddenWildcard, malformedSubjectAltName, addressAsDNSName,
        revokedIntermediate, missingCRL, missingOCSPResponse, endEntityCertificatePin, endEntityKeyPin, missingHost,
        loweredHostCheck,
    ]

    /// The remedy for a missing issuer of an intermediate, usually a root.
    package static let unknownRoot = SpecialRemedy(
        .chainIssuerNotFound,
        "if an intermediate's issuer is missing",
        "If you trust this CA, add its root to the policy's `anchors`, or use a policy that has it. "
            + "If the missing issuer is an intermediate, send that too."
    )

    /// The remedy for a missing issuer if a certificate with its name has another key.
    package static let otherKey = SpecialRemedy(
        .chainIssuerNotFound,
        "if the issuer has another key",
        "Send the issuer's certificate with the key identifier given here: the CA may have several keys. Add it to the "
            + "policy's `anchors` only if the CA's operator confirms the key over another channel, since another CA "
            + "can use the same name."
    )

    /// The remedy for errors of a CA certificate that was sent first.
    package static let wrongOrder = SpecialRemedy(
        .chainOrder,
        "for errors caused by a CA certificate at position 0",
        ReasonCode.chainOrder.remedy
    )

    /// The remedy for an expired intermediate, which renewal of the end-entity certificate does not replace.
    package static let expiredIntermediate = SpecialRemedy(
        .timeExpired,
        "for an intermediate",
        "Get the CA's current intermediate certificate and install it in place of this one on the server (or client) "
            + "that sent this chain. Renewing only the end-entity certificate does not help."
    )

    /// The remedy for an expired trust anchor.
    package static let expiredAnchor = SpecialRemedy(
        .timeExpired,
        "for a trust anchor",
        "Replace this trust anchor with its renewed certificate, in the policy's `anchors` or in the system's trust "
            + "store."
    )

    /// The remedy if the machine's clock is after the expiry of all certificates.
    package static let fastClock = SpecialRemedy(
        .timeExpired,
        "for all certificates, by the machine's clock",
        "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is "
            + "right, renew the certificates."
    )

    /// The remedy if the requested time is after the expiry of all certificates.
    package static let requestedTimeTooLate = SpecialRemedy(
        .timeExpired,
        "for all certificates, at the requested time",
        anotherTime
    )

    /// The remedy if the machine's clock is before the validity of all certificates.
    package static let slowClock = SpecialRemedy(
        .timeNotYetValid,
        "for all certificates, by the machine's clock",
        "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is "
            + "right, wait until the certificates are valid, or have them reissued with the right dates."
    )

    /// The remedy if the requested time is before the validity of all certificates.
    package static let requestedTimeTooEarly = SpecialRemedy(
        .timeNotYetValid,
        "for all certificates, at the requested time",
        anotherTime
    )

    /// The remedy if only a wildcard directly below a public suffix matches the host.
    package static let forbiddenWildcard = SpecialRemedy(
        .hostMismatch,
        "if only a wildcard below a public suffix matches",
        "Have the certificate reissued with the host name itself in place of the wildcard."
    )

    /// The remedy if the names cannot be compared.
    package static let malformedSubjectAltName = SpecialRemedy(
        .hostMismatch,
        "if the subject alternative name extension is malformed",
        "Have the certificate reissued with a well-formed subject alternative name."
    )

    /// The remedy for an IP address in a dNSName entry.
    package static let addressAsDNSName = SpecialRemedy(
        .hostIpMismatch,
        "if the address is a dNSName entry of the certificate",
        "Have the certificate reissued with the address as an iPAddress entry in place of the dNSName entry."
    )

    /// The remedy for a revoked intermediate, which renewal of the end-entity certificate does not replace.
    package static let revokedIntermediate = SpecialRemedy(
        .revocationRevoked,
        "for an intermediate",
        "Have the end-entity certificate reissued by another intermediate, and install both on the server (or client) "
            + "that sent this chain. Renewing it under this intermediate does not help."
    )

    /// The remedy for missing evidence if the policy uses CRLs only.
    package static let missingCRL = SpecialRemedy(
        .revocationUnavailable,
        "if the policy uses CRLs only",
        "Give the issuer's current CRL in the request's `crls`, or in the policy. "
            + "If the CA publishes none, turn off `requirePositiveResponse`."
    )

    /// The remedy for missing evidence if the policy uses OCSP only.
    package static let missingOCSPResponse = SpecialRemedy(
        .revocationUnavailable,
        "if the policy uses OCSP only",
        "Staple an OCSP response, and give it in the request's `ocsp`. "
            + "If the CA has no responder, turn off `requirePositiveResponse`."
    )

    /// The remedy for a certificate pin mismatch if a pin of certificate 0 would make the chain trusted.
    package static let endEntityCertificatePin = SpecialRemedy(
        .pinCertificateMismatch,
        endEntityPin,
        "Ask the operator of the server or client over another channel, such as by telephone, whether the certificate "
            + "was replaced on purpose. If it was, add the pin of certificate 0 to the policy: a CA's pin would accept "
            + "every certificate issued by that CA. Otherwise treat this as an attack."
    )

    /// The remedy for a key pin mismatch if a pin of certificate 0 would make the chain trusted.
    package static let endEntityKeyPin = SpecialRemedy(
        .pinKeyMismatch,
        endEntityPin,
        "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
            + "rotated on purpose. If it was, add the pin of certificate 0 to the policy: a CA's pin would accept "
            + "every certificate issued by that CA. Otherwise treat this as an attack."
    )

    /// The remedy for a request without a host if host rules select the policy.
    package static let missingHost = SpecialRemedy(
        .policyNoMatch,
        "for a request without a host",
        "Give the host in the request's `host`, or name one policy of the set in the request's `policy`."
    )

    /// The remedy if `checks` downgrades an error of the host comparison.
    package static let loweredHostCheck = SpecialRemedy(
        .hazardHostIgnored,
        "if `checks` downgrades a host comparison error",
        "Remove the reason codes given here from the policy's `checks`."
    )

    private static let endEntityPin = "if only a pin of certificate 0 is missing"

    private static let anotherTime =
        "Give a time in the request's `at` at which the certificates are valid, or omit it to evaluate at the current "
        + "time."
}
