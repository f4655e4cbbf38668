/// What an authority may do, and what stands below it.
extension ReasonCode {
    /// `constraint.notCA`.
    package static let constraintNotCA = ReasonCode(
        "constraint.notCA",
        .fatal,
        rank: 70,
        "A certificate that issued another is not a certification authority's.",
        remedy:
            "Have the certificate below it issued by a CA: the holder of this certificate may not issue certificates.",
        reference: "RFC 5280 §6.1.4 (k)"
    )

    /// `constraint.pathLength`.
    package static let constraintPathLength = ReasonCode(
        "constraint.pathLength",
        .fatal,
        rank: 70,
        "There are more intermediates below an authority than it may have.",
        remedy:
            "Have the chain reissued with fewer intermediate CAs below this one, or have this CA certificate "
            + "reissued with a greater path length.",
        reference: "RFC 5280 §6.1.4 (l)"
    )

    /// `constraint.name`.
    package static let constraintName = ReasonCode(
        "constraint.name",
        .fatal,
        rank: 70,
        "A name in the chain is outside what an authority above it may certify.",
        remedy:
            "Have the certificate issued by a CA that may certify this name, or reissued with names that this CA "
            + "may certify.",
        reference: "RFC 5280 §6.1.3 (b), (c)"
    )

    /// `constraint.policy`.
    package static let constraintPolicy = ReasonCode(
        "constraint.policy",
        .recoverable,
        rank: 80,
        "The certificate policies of the chain do not meet what is required.",
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
        "A critical extension is not understood, so the certificate must be refused.",
        remedy: "Have the certificate reissued without the extension, or with the extension not critical.",
        reference: "RFC 5280 §4.2"
    )

    /// `constraint.keyUsage`.
    package static let constraintKeyUsage = ReasonCode(
        "constraint.keyUsage",
        .fatal,
        rank: 75,
        "A key is used for what its certificate does not allow.",
        remedy:
            "Have the certificate reissued with the key usage that its role needs: keyCertSign for a CA, what "
            + "the policy's `keyUsage` lists for the leaf.",
        reference: "RFC 5280 §4.2.1.3"
    )
}
