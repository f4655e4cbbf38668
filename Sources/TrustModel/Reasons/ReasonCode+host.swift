/// The names the certificate is for.
extension ReasonCode {
    /// `host.mismatch`.
    package static let hostMismatch = ReasonCode(
        "host.mismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this host.",
        remedy:
            "Connect by a name that the certificate has, or have the certificate reissued with the "
            + "host as a subject alternative name.",
        reference: "RFC 9525 §6"
    )

    /// `host.ipMismatch`.
    package static let hostIpMismatch = ReasonCode(
        "host.ipMismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this IP address.",
        remedy:
            "Connect by a name that the certificate has, or have the certificate reissued with the "
            + "address as an iPAddress.",
        reference: "RFC 9525 §6.4"
    )

    /// `host.noSAN`.
    package static let hostNoSAN = ReasonCode(
        "host.noSAN",
        .recoverable,
        rank: 60,
        "The certificate has no subject alternative name; a common name does not count.",
        remedy:
            "Have the certificate reissued with its names as subject alternative names; a common name does not count.",
        reference: "RFC 9525 §6.3"
    )

    /// `host.invalid`.
    package static let hostInvalid = ReasonCode(
        "host.invalid",
        .recoverable,
        rank: 5,
        "The host that was asked for is no DNS name and no IP address.",
        remedy: "Give the bare DNS name or IP address, without scheme, port, path or wildcard.",
        reference: "RFC 9525 §3"
    )

    /// `host.emailMismatch`.
    package static let hostEmailMismatch = ReasonCode(
        "host.emailMismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this mailbox.",
        remedy: "Have the certificate reissued with the mailbox as an rfc822Name, or correct the policy's `emails`.",
        reference: "RFC 5280 §4.2.1.6"
    )
}
