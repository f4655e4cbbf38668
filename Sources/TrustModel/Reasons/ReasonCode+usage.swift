/// What a certificate is meant for.
extension ReasonCode {
    /// `usage.extendedKeyUsage`.
    package static let usageExtendedKeyUsage = ReasonCode(
        "usage.extendedKeyUsage",
        .recoverable,
        rank: 65,
        "A certificate is not meant for this purpose.",
        remedy:
            "Install a certificate whose extended key usage has the required purpose. If the required purpose is wrong "
            + "for this peer, use a policy with the right `purpose`, such as clientAuth for clients.",
        reference: "RFC 5280 §4.2.1.12"
    )
}
