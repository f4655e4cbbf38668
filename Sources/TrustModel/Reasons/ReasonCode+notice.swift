/// Notices about the basis of a verdict.
extension ReasonCode {
    /// `notice.anchor`.
    package static let noticeAnchor = ReasonCode(
        "notice.anchor",
        .recoverable,
        rank: 300,
        meaning: "The path ends in a trust anchor.",
        remedy: "No action is needed.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `notice.pin`.
    package static let noticePin = ReasonCode(
        "notice.pin",
        .recoverable,
        rank: 305,
        meaning: "A certificate or key of the chain matches a pin of the policy.",
        remedy: "No action is needed.",
        reference: "RFC 7469 §2.6"
    )

    /// `notice.pinSetExpiring`.
    package static let noticePinSetExpiring = ReasonCode(
        "notice.pinSetExpiring",
        .recoverable,
        rank: 140,
        meaning: "The pin set expires within 30 days.",
        remedy:
            "Check that the pins are still correct, and set a later `expires` in the policy before the pin set "
            + "expires.",
        reference: "Android Network Security Configuration, pin-set expiration"
    )

    /// `notice.expiresSoon`.
    package static let noticeExpiresSoon = ReasonCode(
        "notice.expiresSoon",
        .recoverable,
        rank: 285,
        meaning:
            "A certificate of the path is in the last tenth of its lifetime and ends within 30 days, or the pins do.",
        remedy: "Renew the certificate, or set a later `expires` in the policy, before the date in the message.",
        reference: "RFC 5280 §4.1.2.5"
    )

    /// `notice.exception`.
    package static let noticeException = ReasonCode(
        "notice.exception",
        .recoverable,
        rank: 290,
        meaning: "An exception in the policy accepts the errors of this chain.",
        remedy: "Correct the errors before the exception expires.",
        reference: "SecTrustSetExceptions"
    )

    /// `notice.revocation`.
    package static let noticeRevocation = ReasonCode(
        "notice.revocation",
        .recoverable,
        rank: 310,
        meaning: "An OCSP response or CRL shows that a certificate is not revoked.",
        remedy: "No action is needed.",
        reference: "RFC 6960 §2.2"
    )

    /// `notice.certificatePolicies`.
    package static let noticeCertificatePolicies = ReasonCode(
        "notice.certificatePolicies",
        .recoverable,
        rank: 315,
        meaning: "The path is valid for these certificate policies.",
        remedy: "No action is needed.",
        reference: "RFC 5280 §6.1.6"
    )

    /// `notice.shortLived`.
    package static let noticeShortLived = ReasonCode(
        "notice.shortLived",
        .recoverable,
        rank: 312,
        meaning: "A certificate needs no evidence of its revocation status, because its validity is short.",
        remedy: "No action is needed.",
        reference: "CA/Browser Forum Baseline Requirements §4.9.9"
    )

    /// `notice.noRevocationAvailable`.
    package static let noticeNoRevocationAvailable = ReasonCode(
        "notice.noRevocationAvailable",
        .recoverable,
        rank: 312,
        meaning: "A certificate needs no evidence of its revocation status, because its CA publishes none.",
        remedy: "No action is needed.",
        reference: "RFC 9608 §4"
    )

    /// `notice.ct`.
    package static let noticeCT = ReasonCode(
        "notice.ct",
        .recoverable,
        rank: 312,
        meaning: "Certificate timestamps of accepted logs were counted.",
        remedy: "No action is needed.",
        reference: "RFC 6962 §3.3"
    )
}
