extension ReasonCode {
    /// `host.mismatch`.
    package static let hostMismatch = ReasonCode(
        "host.mismatch",
        .recoverable,
        rank: 60,
        downgrading: .allowed,
        meaning: "The certificate is not valid for this host.",
        cause: """
            The client used a name that is not in the certificate, or another server answered. The code is also \
            reported if the host matches only a wildcard directly below a public suffix, or if the subject alternative \
            name extension is malformed. A wildcard is the whole leftmost label and has at least two labels after it. \
            Therefore, `*.local`, `f*.example.com` and `a.*.example.com` match no host; the message says so.
            """,
        remedy:
            "Connect using a name in the certificate, or have the certificate reissued with the host as a subject "
            + "alternative name.",
        reference: "RFC 9525 §6",
        openSSL: (62, "X509_V_ERR_HOSTNAME_MISMATCH"),
        others: [
            "`errSecHostNameMismatch` (Apple)",
            "`x509.HostnameError` (Go)",
            "`ERR_CERT_COMMON_NAME_INVALID` (Chrome)",
            "`SSL_ERROR_BAD_CERT_DOMAIN` (Firefox)",
        ]
    )

    /// `host.ipMismatch`.
    package static let hostIpMismatch = ReasonCode(
        "host.ipMismatch",
        .recoverable,
        rank: 60,
        downgrading: .allowed,
        meaning: "The certificate is not valid for this IP address.",
        cause: """
            The client used an IP address, which few certificates contain. Or the certificate contains the address as \
            a dNSName: dNSName entries are never compared with addresses.
            """,
        remedy:
            "Connect using a name in the certificate, or have the certificate reissued with the address as an "
            + "iPAddress entry.",
        reference: "RFC 9525 §6.4",
        openSSL: (64, "X509_V_ERR_IP_ADDRESS_MISMATCH")
    )

    /// `host.noSAN`.
    package static let hostNoSAN = ReasonCode(
        "host.noSAN",
        .recoverable,
        rank: 60,
        downgrading: .allowed,
        meaning: "The certificate has no subject alternative name; the common name is not used.",
        cause: """
            An old or self-made certificate has its host name in the common name only. In an answer, the remedy has \
            `DNS:` and the requested host, or `IP:` and the requested address. The fact `subjectAltName` has the same \
            text. The command can be pasted into a shell: a host with a character that a shell interprets is rejected \
            as `host.invalid`.
            """,
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
        downgrading: .allowed,
        meaning: "The requested host is neither a DNS name nor an IP address.",
        cause: """
            The client gave a URL, a port, a wildcard, or text that is not a host name. A name that ends in a number \
            is also rejected if it is not an IPv4 address, such as `256.1.1.1`, or if clients interpret it in \
            different ways, such as `0300.0.2.7`.
            """,
        remedy: "Send only a DNS name or an IP address as the host, without scheme, port, path or wildcard.",
        reference: "RFC 9525 §3"
    )

    /// `host.emailMismatch`.
    package static let hostEmailMismatch = ReasonCode(
        "host.emailMismatch",
        .recoverable,
        rank: 60,
        downgrading: .allowed,
        meaning: "The certificate is not valid for this mailbox.",
        cause: "The policy lists mailboxes in `emails`, and the leaf lacks one of them.",
        remedy:
            "Have the certificate reissued with the mailbox as an rfc822Name entry, or correct the policy's `emails`.",
        reference: "RFC 5280 §4.2.1.6",
        openSSL: (63, "X509_V_ERR_EMAIL_MISMATCH")
    )
}
