/// What a certificate is meant for.
extension ReasonCode {
    /// `usage.extendedKeyUsage`.
    package static let usageExtendedKeyUsage = ReasonCode(
        "usage.extendedKeyUsage",
        .recoverable,
        rank: 65,
        "A certificate is not meant for this purpose.",
        remedy:
            "Have the certificate reissued with this purpose in its extended key usage, or evaluate it under a "
            + "policy with the `purpose` that it serves.",
        reference: "RFC 5280 §4.2.1.12"
    )
}
