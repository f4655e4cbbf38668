extension ReasonCode {
    /// `host.mismatch`.
    package static let hostMismatch = ReasonCode(
        "host.mismatch",
        .recoverable,
        rank: 60,
        meaning: "The certificate is not valid for this host.",
        remedy:
            "Connect using a name in the certificate, or have the certificate reissued with the host as a subject "
            + "alternative name.",
        reference: "RFC 9525 §6"
    )

    /// `host.ipMismatch`.
    package static let hostIpMismatch = ReasonCode(
        "host.ipMismatch",
        .recoverable,
        rank: 60,
        meaning: "The certificate is not valid for this IP address.",
        remedy:
            "Connect using a name in the certificate, or have the certificate reissued with the address as an "
            + "iPAddress entry.",
        reference: "RFC 9525 §6.4"
    )

    /// `host.noSAN`.
    package static let hostNoSAN = ReasonCode(
        "host.noSAN",
        .recoverable,
        rank: 60,
        meaning: "The certificate has no subject alternative name; the common name is not used.",
        remedy:
            "Have the certificate reissued with its host names and addresses as subject alternative names. "
            + "To create the CSR: `openssl req -new -key server.key -subj '/CN=server' "
            + "-addext 'subjectAltName=DNS:HOST' -out server.csr`.",
        reference: "RFC 9525 §6.3"
    )

    /// `host.invalid`.
    package static let hostInvalid = ReasonCode(
        "host.invalid",
        .recoverable,
        rank: 5,
        meaning: "The requested host is neither a DNS name nor an IP address.",
        remedy: "Send only a DNS name or an IP address as the host, without scheme, port, path or wildcard.",
        reference: "RFC 9525 §3"
    )

    /// `host.emailMismatch`.
    package static let hostEmailMismatch = ReasonCode(
        "host.emailMismatch",
        .recoverable,
        rank: 60,
        meaning: "The certificate is not valid for this mailbox.",
        remedy:
            "Have the certificate reissued with the mailbox as an rfc822Name entry, or correct the policy's `emails`.",
        reference: "RFC 5280 §4.2.1.6"
    )
}
