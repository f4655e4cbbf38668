/// Notices about the basis of a verdict.
extension ReasonCode {
    /// `notice.anchor`.
    package static let noticeAnchor = ReasonCode(
        "notice.anchor",
        .recoverable,
        rank: 300,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "The path ends in a trust anchor.",
        cause: "The verdict is trusted.",
        remedy: "No action is needed.",
        reference: "RFC 5280 §6.1.1 (d)"
    )

    /// `notice.pin`.
    package static let noticePin = ReasonCode(
        "notice.pin",
        .recoverable,
        rank: 305,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "A certificate or key of the chain matches a pin of the policy.",
        cause: "The policy has pins, and one of them matched.",
        remedy: "No action is needed.",
        reference: "RFC 7469 §2.6"
    )

    /// `notice.pinSetExpiring`.
    package static let noticePinSetExpiring = ReasonCode(
        "notice.pinSetExpiring",
        .recoverable,
        rank: 140,
        downgrading: .neverError("it has no effect yet"),
        meaning: "The pin set expires within 30 days.",
        cause: """
            The pin set's `expires` is at most 30 days away. After that time, `onExpiry` decides whether chains are \
            rejected.
            """,
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
        downgrading: .neverError("it is a notice and has no effect"),
        meaning:
            "A certificate of the path is in the last tenth of its lifetime and ends within 30 days, or the pins do.",
        cause: """
            The verdict is trusted, but not for long: `notAfter` of the certificate, or `expires` of the pins, is \
            near. The fact `notAfter` or `expires` has the time.
            """,
        remedy: "Renew the certificate, or set a later `expires` in the policy, before the date in the message.",
        reference: "RFC 5280 §4.1.2.5"
    )

    /// `notice.exception`.
    package static let noticeException = ReasonCode(
        "notice.exception",
        .recoverable,
        rank: 290,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "An exception in the policy accepts the errors of this chain.",
        cause: "The policy accepts the codes given in the message for this chain and host, until the given time.",
        remedy: "Correct the errors before the exception expires.",
        reference: "SecTrustSetExceptions"
    )

    /// `notice.revocation`.
    package static let noticeRevocation = ReasonCode(
        "notice.revocation",
        .recoverable,
        rank: 310,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "An OCSP response or CRL shows that a certificate is not revoked.",
        cause: "A valid OCSP response or CRL reports the certificate as good; the message names it.",
        remedy: "No action is needed.",
        reference: "RFC 6960 §2.2"
    )

    /// `notice.certificatePolicies`.
    package static let noticeCertificatePolicies = ReasonCode(
        "notice.certificatePolicies",
        .recoverable,
        rank: 315,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "The path is valid for these certificate policies.",
        cause: """
            The policy has the key `certificatePolicies`, and the path is not rejected for its certificate policies. \
            The facts list the certificate policies that the CAs of the path allow, and which of these the policy \
            accepts. Either list can be empty.
            """,
        remedy: "No action is needed.",
        reference: "RFC 5280 §6.1.6"
    )

    /// `notice.shortLived`.
    package static let noticeShortLived = ReasonCode(
        "notice.shortLived",
        .recoverable,
        rank: 312,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "A certificate needs no evidence of its revocation status, because its validity is short.",
        cause: """
            The validity of the certificate is not longer than `shortLived` of the policy's `revocation`, and no \
            evidence gives an answer about the certificate.
            """,
        remedy: "No action is needed.",
        reference: "CA/Browser Forum Baseline Requirements §4.9.9"
    )

    /// `notice.noRevocationAvailable`.
    package static let noticeNoRevocationAvailable = ReasonCode(
        "notice.noRevocationAvailable",
        .recoverable,
        rank: 312,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "A certificate needs no evidence of its revocation status, because its CA publishes none.",
        cause: """
            The end-entity certificate has the extension noRevAvail, and the policy's `revocation` does not have \
            `noRevAvail: deny`.
            """,
        remedy: "No action is needed.",
        reference: "RFC 9608 §4"
    )

    /// `notice.ct`.
    package static let noticeCT = ReasonCode(
        "notice.ct",
        .recoverable,
        rank: 312,
        downgrading: .neverError("it is a notice and has no effect"),
        meaning: "Certificate timestamps of accepted logs were counted.",
        cause: """
            The policy has the key `transparency`. The facts list the logs and operators whose timestamps were \
            accepted, and how the timestamps were delivered.
            """,
        remedy: "No action is needed.",
        reference: "RFC 6962 §3.3"
    )
}
