/// The catalogue of special remedies.
extension SpecialRemedy {
    /// Every special remedy, in the order of the documentation.
    package static let all = [
        unknownRoot, otherKey, wrongOrder, expiredIntermediate, expiredAnchor, fastClock, requestedTimeTooLate,
        slowClock, requestedTimeTooEarly, forbiddenWildcard, malformedSubjectAltName, addressAsDNSName,
        revokedIntermediate, missingCRL, missingOCSPResponse, endEntityCertificatePin, endEntityKeyPin, missingHost,
        loweredHostCheck,
    ]

    /// The remedy where an intermediate's issuer is missing, which is a root as a rule.
    package static let unknownRoot = SpecialRemedy(
        .chainIssuerNotFound,
        "above an intermediate",
        "If you trust this CA, add its root to the policy's `anchors`, or use a policy that has it. "
            + "If the missing issuer is an intermediate, send that too."
    )

    /// The remedy where the issuer's name is known with another key.
    package static let otherKey = SpecialRemedy(
        .chainIssuerNotFound,
        "where a certificate of the issuer's name has another key",
        "Send the issuer's certificate with the key identifier that is named here, or add it to the policy's `anchors`: "
            + "the CA has several keys under one name."
    )

    /// The remedy where a CA certificate was sent first.
    package static let wrongOrder = SpecialRemedy(
        .chainOrder,
        "for the reasons why the CA certificate at position 0 is not a server's",
        ReasonCode.chainOrder.remedy
    )

    /// The remedy where an intermediate has expired, which no renewal of the end-entity certificate mends.
    package static let expiredIntermediate = SpecialRemedy(
        .timeExpired,
        "of an intermediate",
        "Get the CA's current intermediate certificate and install it in place of this one on the server (or client) "
            + "that sent this chain. Renewing only the end-entity certificate does not help."
    )

    /// The remedy where a trust anchor has expired.
    package static let expiredAnchor = SpecialRemedy(
        .timeExpired,
        "of a trust anchor",
        "Replace this trust anchor with its renewed certificate, in the policy's `anchors` or in the system's trust "
            + "store."
    )

    /// The remedy where the machine's clock is after the end of all certificates.
    package static let fastClock = SpecialRemedy(
        .timeExpired,
        "of all certificates by the machine's clock",
        "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is "
            + "right, renew the certificates."
    )

    /// The remedy where the requested time is after the end of all certificates.
    package static let requestedTimeTooLate = SpecialRemedy(
        .timeExpired,
        "of all certificates at the requested time",
        anotherTime
    )

    /// The remedy where the machine's clock is before the start of all certificates.
    package static let slowClock = SpecialRemedy(
        .timeNotYetValid,
        "of all certificates by the machine's clock",
        "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is "
            + "right, wait until the certificates are valid, or have them reissued with the right dates."
    )

    /// The remedy where the requested time is before the start of all certificates.
    package static let requestedTimeTooEarly = SpecialRemedy(
        .timeNotYetValid,
        "of all certificates at the requested time",
        anotherTime
    )

    /// The remedy where a wildcard for a public suffix would match the host.
    package static let forbiddenWildcard = SpecialRemedy(
        .hostMismatch,
        "where only a wildcard under a public suffix matches",
        "Have the certificate reissued with the name itself in place of the wildcard."
    )

    /// The remedy where the names cannot be compared.
    package static let malformedSubjectAltName = SpecialRemedy(
        .hostMismatch,
        "where the subject alternative name is malformed",
        "Have the certificate reissued with a well-formed subject alternative name."
    )

    /// The remedy where an address was certified as a DNS name.
    package static let addressAsDNSName = SpecialRemedy(
        .hostIpMismatch,
        "where the address is a DNS name of the certificate",
        "Have the certificate reissued with the address as an iPAddress entry in place of the dNSName entry."
    )

    /// The remedy where an intermediate was revoked, which no renewal of the end-entity certificate under it mends.
    package static let revokedIntermediate = SpecialRemedy(
        .revocationRevoked,
        "of an intermediate",
        "Have the end-entity certificate reissued by another intermediate, and install both on the server (or client) "
            + "that sent this chain. Renewing it under this one does not help."
    )

    /// The remedy where the policy asks for CRLs alone.
    package static let missingCRL = SpecialRemedy(
        .revocationUnavailable,
        "where only CRLs are asked for",
        "Give the issuer's current CRL in the request's `crls`, or in the policy. "
            + "If the CA publishes none, turn off `requirePositiveResponse`."
    )

    /// The remedy where the policy asks for OCSP alone.
    package static let missingOCSPResponse = SpecialRemedy(
        .revocationUnavailable,
        "where only OCSP is asked for",
        "Staple an OCSP response, and give it in the request's `ocsp`. "
            + "If the CA has no responder, turn off `requirePositiveResponse`."
    )

    /// The remedy where the only error is that no certificate matches a pin, and the end-entity certificate may be pinned.
    package static let endEntityCertificatePin = SpecialRemedy(
        .pinCertificateMismatch,
        endEntityPin,
        "Ask the operator of the server or client, by another way than this connection, such as by telephone, whether "
            + "the certificate was changed on purpose. If it was, add the pin of certificate 0 to the policy: a CA's pin "
            + "would accept every certificate issued by that CA. If it was not, treat this as an attack."
    )

    /// The remedy where the only error is that no key matches a pin, and the key of the end-entity certificate may be pinned.
    package static let endEntityKeyPin = SpecialRemedy(
        .pinKeyMismatch,
        endEntityPin,
        "Ask the operator of the server or client, by another way than this connection, such as by telephone, whether "
            + "the key was changed on purpose. If it was, add the pin of certificate 0 to the policy: a CA's pin would "
            + "accept every certificate issued by that CA. If it was not, treat this as an attack."
    )

    /// The remedy where host rules would choose the policy and the request names no host.
    package static let missingHost = SpecialRemedy(
        .policyNoMatch,
        "without a host",
        "Give the host in the request's `host`, or name one policy of the set in the request's `policy`."
    )

    /// The remedy where `checks` takes the effect from the comparison of hosts.
    package static let loweredHostCheck = SpecialRemedy(
        .hazardHostIgnored,
        "where `checks` lowers a code of the host comparison",
        "Remove the reason codes that are named here from the policy's `checks`."
    )

    private static let endEntityPin = "of a chain that is refused for nothing else, where certificate 0 may match a pin"

    private static let anotherTime =
        "Give a time in the request's `at` at which the certificates are valid, or none to evaluate at the present time."
}
