extension ReasonCode {
    /// `constraint.notCA`.
    package static let constraintNotCA = ReasonCode(
        "constraint.notCA",
        .fatal,
        rank: 70,
        "A certificate that issued another one is not a CA certificate.",
        remedy:
            "Have the issued certificate reissued by a CA: the holder of this certificate may not issue certificates.",
        reference: "RFC 5280 §6.1.4 (k)"
    )

    /// `constraint.pathLength`.
    package static let constraintPathLength = ReasonCode(
        "constraint.pathLength",
        .fatal,
        rank: 70,
        "More intermediates are below a CA than its path length constraint allows.",
        remedy:
            "Have the chain reissued with fewer intermediate CAs below this one, or have this CA certificate reissued "
            + "with a greater path length.",
        reference: "RFC 5280 §6.1.4 (l)"
    )

    /// `constraint.name`.
    package static let constraintName = ReasonCode(
        "constraint.name",
        .fatal,
        rank: 70,
        "A name in the chain violates the name constraints of a CA.",
        remedy:
            "Have the certificate issued by a CA that may certify this name, or reissued with names that this CA may "
            + "certify.",
        reference: "RFC 5280 §6.1.3 (b), (c)"
    )

    /// `constraint.policy`.
    package static let constraintPolicy = ReasonCode(
        "constraint.policy",
        .recoverable,
        rank: 80,
        "The chain does not meet the requirements for certificate policies.",
        remedy:
            "Use a chain issued under one of the required certificate policies, or correct the policy's "
            + "`certificatePolicies`.",
        reference: "RFC 5280 §6.1.5 (g)"
    )

    /// `constraint.criticalExtension`.
    package static let constraintCriticalExtension = ReasonCode(
        "constraint.criticalExtension",
        .fatal,
        rank: 75,
        "A critical extension is not supported, so the certificate must be rejected.",
        remedy: "Have the certificate reissued without the extension, or with the extension marked non-critical.",
        reference: "RFC 5280 §4.2"
    )

    /// `constraint.keyUsage`.
    package static let constraintKeyUsage = ReasonCode(
        "constraint.keyUsage",
        .fatal,
        rank: 75,
        "A certificate's key usage does not allow what its key is used for.",
        remedy:
            "Have the certificate reissued with the key usage that its role requires: keyCertSign for a CA, the usages "
            + "in the policy's `keyUsage` for the leaf.",
        reference: "RFC 5280 §4.2.1.3"
    )
}
