extension SpecialRemedy {
    /// Every special remedy, in the order of the documentation.
    package static let all = [
        loneCertificate, pinnedIssuer, unknownRoot, otherKey, differentSpelling, renewedSelfSigned, wrongOrder,
        expiredIntermediate, expiredAnchor, fastClock, requestedTimeTooLate,
        slowClock, requestedTimeTooEarly, forbiddenWildcard, malformedSubjectAltName, addressAsDNSName,
        revokedIntermediate, deniedNoRevAvail, forbiddenLocation, failedFetch, unaskedLocation, unfetchedEvidence,
        otherMethodCRL, otherMethodOCSP, offlineAuthority, missingCRL, missingOCSPResponse, nothingPublished,
        endEntityCertificatePin, endEntityKeyPin, fingerprintAsKeyPin, keyDigestAsCertificatePin,
        incompletePathCertificatePin, incompletePathKeyPin, unsupportedKey, precertificate, misplacedPathLength,
        missingHost,
        loweredHostCheck, failedScript, manyNamesakes, muchEvidence, serverCertificateOfClient,
        misplacedNoRevAvail, missingAlgorithm,
    ]

    /// The remedy for a signature algorithm that the library at run time lacks.
    package static let missingAlgorithm = SpecialRemedy(
        .cryptoAlgorithm,
        applies: "if the cryptographic library lacks the algorithm",
        remedy:
            "Run anchord with OpenSSL 3.5 or later, such as on Debian 13, which has ML-DSA, SLH-DSA, and ECDSA with SHA-3. Or "
            + "have the certificate reissued with a common signature algorithm, such as ECDSA or RSA with SHA-256."
    )

    /// The remedy for a certificate for servers that a client presents.
    package static let serverCertificateOfClient = SpecialRemedy(
        .usageExtendedKeyUsage,
        applies: "if a client presents a certificate for servers",
        remedy:
            "Issue a certificate with clientAuth to the client from a private CA, and add this CA to the policy's `anchors`. If "
            + "the peer is a server, use a policy with `purpose: serverAuth`."
    )

    /// The remedy for noRevAvail in a CA certificate, or beside a location of revocation information.
    package static let misplacedNoRevAvail = SpecialRemedy(
        .extensionInvalid,
        applies: "if noRevAvail is misplaced",
        remedy:
            "Have the certificate reissued without the extension noRevAvail. If it is an end-entity certificate and its CA "
            + "publishes no revocation information, have it reissued without locations of CRLs and OCSP responders."
    )

    /// The remedy for a script that failed instead of deciding.
    package static let failedScript = SpecialRemedy(
        .policyCustomRejected,
        applies: "if the script failed",
        remedy:
            "Correct the script, and try it with `anchord evaluate --trace`. If it exceeds a limit that is too low for its task, "
            + "raise the limit in `scripts` of the configuration."
    )

    /// The remedy if the chain has only the certificate whose issuer is missing.
    package static let loneCertificate = SpecialRemedy(
        .chainIssuerNotFound,
        applies: "if the chain has only one certificate",
        remedy:
            "Send all certificates that the peer presented in the TLS handshake, not only the first. If the peer presents "
            + "only this one, configure it to present its intermediate certificates too, or list them in the policy's "
            + "`intermediates`. If a private root issued this certificate directly, add that root to the policy's "
            + "`anchors`."
    )

    /// The remedy if the missing issuer's certificate is among the pins.
    package static let pinnedIssuer = SpecialRemedy(
        .chainIssuerNotFound,
        applies: "if a pinned certificate has the issuer's name",
        remedy:
            "Send all certificates that the peer presented in the TLS handshake, not only the first. Or list the pinned "
            + "certificate that the message names in the policy's `intermediates` too: pins are not used to complete a "
            + "chain."
    )

    /// The remedy if the issuer's name is spelled with other characters in the available certificate.
    package static let differentSpelling = SpecialRemedy(
        .chainIssuerNotFound,
        applies: "if the issuer's name has another encoding in the CA's certificate",
        remedy:
            "Have the certificate reissued with the issuer's name exactly as in the CA's certificate. Composed and decomposed "
            + "letters look the same but are different."
    )

    /// The remedy for a renewed self-signed certificate, whose predecessor is a trust anchor.
    package static let renewedSelfSigned = SpecialRemedy(
        .chainSelfSignedLeaf,
        applies: "if a trust anchor has the name and key of the certificate",
        remedy:
            "Compare the new certificate's fingerprint with the one from a trusted source. If the fingerprints match, add the "
            + "new certificate to the policy's `anchors`, and remove the old one when it is no longer in use."
    )

    /// The remedy if an intermediate's issuer, usually a root, is missing.
    package static let unknownRoot = SpecialRemedy(
        .chainIssuerNotFound,
        applies: "if an intermediate's issuer is missing",
        remedy:
            "If the missing issuer is an intermediate, send its certificate too. If the missing issuer is a root that you "
            + "trust, add the root to the policy's `anchors`, or use a policy that has this root."
    )

    /// The remedy for a missing issuer if there is a certificate with the issuer's name but another key.
    package static let otherKey = SpecialRemedy(
        .chainIssuerNotFound,
        applies: "if the issuer has another key",
        remedy:
            "Send the CA's certificate for the key that signed this certificate: the CA may have several keys. Before you "
            + "add that certificate to the policy's `anchors`, ask the operator of the CA over another channel, such as by "
            + "telephone, to confirm the key: another CA can use the same name."
    )

    /// The remedy for errors of certificate 0 if it is a CA certificate sent in the wrong order.
    package static let wrongOrder = SpecialRemedy(
        .chainOrder,
        applies: "for errors caused by a CA certificate that was sent first",
        remedy: ReasonCode.chainOrder.remedy
    )

    /// The remedy for an expired intermediate, which renewing the end-entity certificate does not replace.
    package static let expiredIntermediate = SpecialRemedy(
        .timeExpired,
        applies: "for an intermediate",
        remedy:
            "Get the CA's current intermediate certificate and install it in place of this one on the server (or client) "
            + "that sent this chain. Renewing only the end-entity certificate does not help."
    )

    /// The remedy for an expired trust anchor.
    package static let expiredAnchor = SpecialRemedy(
        .timeExpired,
        applies: "for a trust anchor",
        remedy:
            "Replace this trust anchor with its renewed certificate, in the policy's `anchors` or in the system's trust "
            + "store."
    )

    /// The remedy if all certificates have expired according to the machine's clock.
    package static let fastClock = SpecialRemedy(
        .timeExpired,
        applies: "if all certificates have expired according to the machine's clock",
        remedy:
            "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is "
            + "right, renew the certificates."
    )

    /// The remedy if all certificates have expired at the requested time.
    package static let requestedTimeTooLate = SpecialRemedy(
        .timeExpired,
        applies: "if all certificates have expired at the requested time",
        remedy: anotherTime
    )

    /// The remedy if no certificate is valid yet according to the machine's clock.
    package static let slowClock = SpecialRemedy(
        .timeNotYetValid,
        applies: "if no certificate is valid yet according to the machine's clock",
        remedy:
            "Check the clock of the machine that runs anchord and its time synchronization (NTP) first. If the clock is "
            + "right, wait until the certificates are valid, or have them reissued with the right dates."
    )

    /// The remedy if no certificate is valid yet at the requested time.
    package static let requestedTimeTooEarly = SpecialRemedy(
        .timeNotYetValid,
        applies: "if no certificate is valid yet at the requested time",
        remedy: anotherTime
    )

    /// The remedy if only a wildcard directly below a public suffix matches the host.
    package static let forbiddenWildcard = SpecialRemedy(
        .hostMismatch,
        applies: "if only a wildcard that is not accepted matches",
        remedy: "Have the certificate reissued with the host name itself in place of the wildcard."
    )

    /// The remedy if the subject alternative name extension is malformed.
    package static let malformedSubjectAltName = SpecialRemedy(
        .hostMismatch,
        applies: "if the subject alternative name extension is malformed",
        remedy: "Have the certificate reissued with a well-formed subject alternative name."
    )

    /// The remedy for an IP address in a dNSName entry.
    package static let addressAsDNSName = SpecialRemedy(
        .hostIpMismatch,
        applies: "if the address is a dNSName entry of the certificate",
        remedy: "Have the certificate reissued with the address as an iPAddress entry in place of the dNSName entry."
    )

    /// The remedy for a revoked intermediate, which renewing the end-entity certificate does not replace.
    package static let revokedIntermediate = SpecialRemedy(
        .revocationRevoked,
        applies: "for an intermediate",
        remedy:
            "Have the end-entity certificate reissued by another intermediate. Install the new certificate and that "
            + "intermediate on the server (or client) that sent this chain. A new certificate from the revoked "
            + "intermediate does not help."
    )

    /// The remedy for a certificate pin mismatch if pinning certificate 0 would make the chain trusted.
    package static let endEntityCertificatePin = SpecialRemedy(
        .pinCertificateMismatch,
        applies: endEntityPin,
        remedy:
            "Ask the operator of the server or client over another channel, such as by telephone, whether the certificate "
            + "was replaced on purpose. If yes, add the pin of certificate 0 to the policy. Do not add the pin of a CA: it "
            + "would accept every certificate of that CA. If no, treat this as an attack."
    )

    /// The remedy for a key pin mismatch if pinning the key of certificate 0 would make the chain trusted.
    package static let endEntityKeyPin = SpecialRemedy(
        .pinKeyMismatch,
        applies: endEntityPin,
        remedy:
            "Ask the operator of the server or client over another channel, such as by telephone, whether the key was "
            + "rotated on purpose. If yes, add the pin of certificate 0 to the policy. Do not add the pin of a CA: it "
            + "would accept every certificate of that CA. If no, treat this as an attack."
    )

    /// The remedy for a key pin mismatch if a pin is the fingerprint of a certificate in the path.
    package static let fingerprintAsKeyPin = SpecialRemedy(
        .pinKeyMismatch,
        applies: "if a pin is the fingerprint of a certificate in the path",
        remedy:
            "Replace the fingerprint by the pin of the public key of that certificate, `sha256/` and base64, as printed by "
            + "`anchord pins`. To pin certificates, use `evaluator: pinCertificates`."
    )

    /// The remedy for a certificate pin mismatch if a pin is the digest of a public key in the path.
    package static let keyDigestAsCertificatePin = SpecialRemedy(
        .pinCertificateMismatch,
        applies: "if a pin is the digest of a public key in the path",
        remedy: "Use `evaluator: pinPublicKeys`, or replace the digest by the SHA-256 fingerprint of the certificate."
    )

    /// The remedy for a certificate pin mismatch if certificates of the path are missing.
    package static let incompletePathCertificatePin = SpecialRemedy(
        .pinCertificateMismatch,
        applies: incompletePath,
        remedy:
            "Complete the chain first, and evaluate it again before you change the pins: a missing certificate can be the "
            + "pinned one."
    )

    /// The remedy for a key pin mismatch if certificates of the path are missing.
    package static let incompletePathKeyPin = SpecialRemedy(
        .pinKeyMismatch,
        applies: incompletePath,
        remedy:
            "Complete the chain first, and evaluate it again before you change the pins: a missing certificate can have the "
            + "pinned key."
    )

    /// The remedy for an invalid or unsupported key, which is not a matter of strength.
    package static let unsupportedKey = SpecialRemedy(
        .cryptoKeyWeak,
        applies: "if the key is invalid or not supported",
        remedy:
            "Generate a supported key, such as one on the curve P-256, or an RSA key of 2048 to 4096 bits with the exponent "
            + "65537. Have the certificate reissued for it. If the key is that of a CA, have the certificates that the CA "
            + "issued reissued too."
    )

    /// The remedy for a precertificate.
    package static let precertificate = SpecialRemedy(
        .constraintCriticalExtension,
        applies: "for a precertificate",
        remedy: "Install the certificate that the CA issued for this precertificate: it has the same serial number. A "
            + "precertificate is only for the logs of Certificate Transparency."
    )

    /// The remedy for a path length constraint that has no effect.
    package static let misplacedPathLength = SpecialRemedy(
        .constraintPathLength,
        applies: "if the certificate may not issue certificates",
        remedy:
            "Have the certificate reissued without the path length constraint. If its holder is a CA, have it reissued with "
            + "the CA flag and the key usage keyCertSign."
    )

    /// The remedy for a request without a host if host rules select the policy.
    package static let missingHost = SpecialRemedy(
        .policyNoMatch,
        applies: "for a request without a host",
        remedy: "Give the host in the request's `host`, or name one policy of the set in the request's `policy`."
    )

    /// The remedy if `checks` downgrades an error of the host comparison.
    package static let loweredHostCheck = SpecialRemedy(
        .hazardHostIgnored,
        applies: "if `checks` downgrades a host comparison error",
        remedy: "Remove the reason codes that the message names from the policy's `checks`."
    )

    /// The remedy if the budget was exhausted by certificates of the policy with one name.
    package static let manyNamesakes = SpecialRemedy(
        .internalBudgetExhausted,
        applies: "if the policy has many certificates with the issuer's name",
        remedy: "Raise the configuration key that the message names. Or give the policy only those `anchors` and "
            + "`intermediates` of this name from which the chain can come. If these CAs and the certificates that they "
            + "issue are reissued with key identifiers, their number does not matter."
    )

    /// The remedy if the budget was exhausted by revocation evidence or certificate timestamps.
    package static let muchEvidence = SpecialRemedy(
        .internalBudgetExhausted,
        applies: "if not all revocation evidence or certificate timestamps were checked",
        remedy:
            "Give only the revocation evidence and certificate timestamps for the certificates of this chain. If all of them "
            + "are needed, raise the configuration key that the message names. A fixed bound cannot be raised."
    )

    private static let incompletePath = "if certificates of the path are missing"

    private static let endEntityPin = "if only a pin of certificate 0 is missing"

    private static let anotherTime =
        "Choose a time at which all certificates are valid, and give it in the request's `at`. To evaluate at the "
        + "current time, give no time."
}
