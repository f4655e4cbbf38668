extension ReasonCode {
    /// `constraint.notCA`.
    package static let constraintNotCA = ReasonCode(
        "constraint.notCA",
        .fatal,
        rank: 70,
        meaning: "The certificate of an issuer is not a CA certificate.",
        remedy:
            "If the holder of this certificate is not a CA, replace the certificate that the holder issued with a "
            + "certificate from a CA. If the holder is a CA, have this certificate reissued as version 3, with the CA "
            + "flag in its basic constraints.",
        reference: "RFC 5280 §6.1.4 (k)"
    )

    /// `constraint.pathLength`.
    package static let constraintPathLength = ReasonCode(
        "constraint.pathLength",
        .fatal,
        rank: 70,
        meaning: "The path has more intermediates below a CA than the CA's path length constraint allows.",
        remedy:
            "Get an end-entity certificate with fewer intermediate CAs between it and this CA, or have this CA "
            + "certificate reissued with a greater path length constraint.",
        reference: "RFC 5280 §6.1.4 (l)"
    )

    /// `constraint.name`.
    package static let constraintName = ReasonCode(
        "constraint.name",
        .fatal,
        rank: 70,
        meaning: "A name in the chain violates the name constraints of a CA.",
        remedy:
            "Get a certificate for this name from a CA whose name constraints permit the name. Or have the certificate "
            + "reissued with only the names that the violated constraints permit.",
        reference: "RFC 5280 §6.1.3 (b), (c)"
    )

    /// `constraint.policy`.
    package static let constraintPolicy = ReasonCode(
        "constraint.policy",
        .recoverable,
        rank: 80,
        meaning: "The chain does not meet the requirements for certificate policies.",
        remedy:
            "Use a chain whose certificates contain one of the required certificate policies. If these requirements "
            + "are wrong, correct the policy's `certificatePolicies`.",
        reference: "RFC 5280 §6.1.5 (g)"
    )

    /// `constraint.criticalExtension`.
    package static let constraintCriticalExtension = ReasonCode(
        "constraint.criticalExtension",
        .fatal,
        rank: 75,
        meaning: "A critical extension is not supported, so the certificate must be rejected.",
        remedy: "Have the certificate reissued without the extension, or with the extension marked non-critical.",
        reference: "RFC 5280 §4.2"
    )

    /// `constraint.keyUsage`.
    package static let constraintKeyUsage = ReasonCode(
        "constraint.keyUsage",
        .fatal,
        rank: 75,
        meaning: "A certificate's key usage does not allow what its key is used for.",
        remedy:
            "Have the certificate reissued with the key usage that its role requires: keyCertSign for a CA, "
            + "digitalSignature for a TLS server or client, and for the leaf also the usages in the policy's "
            + "`keyUsage`.",
        reference: "RFC 5280 §4.2.1.3"
    )
}
