/// The names the certificate is for.
extension ReasonCode {
    /// `host.mismatch`.
    package static let hostMismatch = ReasonCode(
        "host.mismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this host.",
        remedy: "Connect by a name that the certificate has, or have the name added to it.",
        reference: "RFC 9525 §6"
    )

    /// `host.ipMismatch`.
    package static let hostIpMismatch = ReasonCode(
        "host.ipMismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this IP address.",
        remedy: "Connect by name, or have the address added to the certificate as an iPAddress.",
        reference: "RFC 9525 §6.4"
    )

    /// `host.noSAN`.
    package static let hostNoSAN = ReasonCode(
        "host.noSAN",
        .recoverable,
        rank: 60,
        "The certificate has no subject alternative name; a common name does not count.",
        remedy: "Have it reissued with a subject alternative name.",
        reference: "RFC 9525 §6.3"
    )

    /// `host.invalid`.
    package static let hostInvalid = ReasonCode(
        "host.invalid",
        .recoverable,
        rank: 5,
        "The host that was asked for is no DNS name and no IP address.",
        remedy: "Give the bare host, without scheme, port or wildcard.",
        reference: "RFC 9525 §3"
    )

    /// `host.emailMismatch`.
    package static let hostEmailMismatch = ReasonCode(
        "host.emailMismatch",
        .recoverable,
        rank: 60,
        "The certificate is not for this mailbox.",
        remedy: "Have it reissued with the mailbox as rfc822Name.",
        reference: "RFC 5280 §4.2.1.6"
    )
}
