extension ReasonCode {
    /// `usage.extendedKeyUsage`.
    package static let usageExtendedKeyUsage = ReasonCode(
        "usage.extendedKeyUsage",
        .recoverable,
        rank: 65,
        meaning: "A certificate's extended key usage does not include the required purpose.",
        remedy:
            "Install a certificate whose extended key usage includes the required purpose. If the required purpose is "
            + "wrong for this peer, use a policy with the right `purpose`, such as clientAuth for clients.",
        reference: "RFC 5280 §4.2.1.12"
    )
}
