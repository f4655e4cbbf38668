/// What a certificate is meant for.
extension ReasonCode {
    /// `usage.extendedKeyUsage`.
    package static let usageExtendedKeyUsage = ReasonCode(
        "usage.extendedKeyUsage",
        .recoverable,
        rank: 65,
        "A certificate is not meant for this purpose.",
        remedy: "Have it reissued with the purpose in its extended key usage, or evaluate it for its own purpose.",
        reference: "RFC 5280 §4.2.1.12"
    )
}
