/// Certificate Transparency.
extension ReasonCode {
    /// `ct.insufficient`.
    package static let ctInsufficient = ReasonCode(
        "ct.insufficient",
        .recoverable,
        rank: 98,
        downgrading: .allowed,
        meaning: "The certificate has too few certificate timestamps of accepted logs.",
        cause: """
            The certificate is from a private CA, or its CA embeds too few timestamps, or the server does not send its \
            timestamps to the client, or the log list does not contain the logs. The message states the numbers of \
            accepted logs and operators, embedded and delivered.
            """,
        remedy:
            "Get a certificate from a CA that embeds certificate timestamps of enough logs and operators, or give the "
            + "timestamps that the server sends in the request's `scts`. If the logs are new, update the log list. Do not "
            + "require transparency of certificates from a private CA.",
        reference: "RFC 6962 §3.3",
        openSSL: (71, "X509_V_ERR_NO_VALID_SCTS"),
        others: [
            "`ERR_CERTIFICATE_TRANSPARENCY_REQUIRED` (Chrome)"
        ],
        reportMode: .waived
    )

    /// `ct.invalid`.
    package static let ctInvalid = ReasonCode(
        "ct.invalid",
        .recoverable,
        rank: 99,
        downgrading: .allowed,
        meaning: "A certificate timestamp is malformed, in the future, or not signed by its log for this certificate.",
        cause: """
            The server sends the timestamps of an earlier certificate, the CA embedded a timestamp of another \
            precertificate, or a clock is wrong. It is an error if the other timestamps do not suffice, and a warning \
            otherwise.
            """,
        remedy:
            "Ask the CA to issue the certificate again. If the server sends the timestamp, correct the server: the "
            + "timestamp belongs to another certificate. If the timestamp is in the future, check the clock of the machine "
            + "that runs anchord.",
        reference: "RFC 6962 §3.2",
        reportMode: .waived
    )

    /// `ct.unknownLog`.
    package static let ctUnknownLog = ReasonCode(
        "ct.unknownLog",
        .recoverable,
        rank: 135,
        downgrading: .allowed,
        meaning: "A certificate timestamp is from a log that the log list does not contain or does not accept.",
        cause: """
            The log is newer than the log list, is pending or rejected, was retired before the timestamp, or has a key \
            of an unsupported type. It is a warning.
            """,
        remedy: "No action is needed if enough other timestamps count. If the log is new, update the log list.",
        reference: "RFC 6962 §3.2",
        reportMode: .waived
    )

    /// `ct.listStale`.
    package static let ctListStale = ReasonCode(
        "ct.listStale",
        .recoverable,
        rank: 130,
        downgrading: .allowed,
        meaning: "The log list is too old, so that certificate timestamps are not required.",
        cause: """
            The file of `evidence.logList` was not replaced for `maximumListAge`, 70 days by default. Newer logs are \
            missing in such a list, so their timestamps would not be accepted. It is a warning.
            """,
        remedy: "Get the current log list, write it to the file of `evidence.logList`, and reload.",
        reference: "RFC 6962 §7.3",
        reportMode: .waived
    )
}
