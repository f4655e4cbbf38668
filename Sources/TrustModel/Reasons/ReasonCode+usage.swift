extension ReasonCode {
    /// `usage.extendedKeyUsage`.
    package static let usageExtendedKeyUsage = ReasonCode(
        "usage.extendedKeyUsage",
        .recoverable,
        rank: 65,
        downgrading: .allowed,
        meaning: "A certificate's extended key usage does not include the required purpose.",
        cause: """
            A client certificate was evaluated as a server certificate or vice versa, or an intermediate is limited to \
            other purposes. Public CAs end certificates for clients: Let's Encrypt on 2026-07-08, all CAs of Chrome's \
            root program by 2027-03-15. A policy with `clientPurpose` has this reason as a warning. With the profile \
            `appleSSL`, a server certificate does not name serverAuth itself. With the profile `spiffe`, a leaf with \
            only one of serverAuth and clientAuth causes a warning.
            """,
        remedy:
            "Install a certificate whose extended key usage includes the required purpose. If the required purpose is "
            + "wrong for this peer, use a policy with the right `purpose`, such as clientAuth for clients.",
        reference: "RFC 5280 §4.2.1.12",
        openSSL: (26, "X509_V_ERR_INVALID_PURPOSE"),
        others: [
            "`x509.IncompatibleUsage` (Go)",
            "`SEC_ERROR_INADEQUATE_CERT_TYPE` (Firefox)",
        ]
    )
}
